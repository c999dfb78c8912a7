import { ApiError, type Joke } from 'functions/contract';
import { create } from 'zustand';
import { call } from '../../../api/call.ts';
import { pickSavedJoke } from '../../../api/saved-jokes.ts';
import { withRetries } from '../../../api/create-query.ts';
import { drawUnseen } from './draw-unseen.ts';

interface RandomJokes {
  /** this visit's jokes by the key of the history entry that shows them */
  byEntry: Readonly<Record<string, Joke>>;
  /** the entry that a joke is being drawn for, if any */
  drawing: string | undefined;
  /** why the last draw failed, until the next one starts */
  error: unknown;
}

/** The random jokes of this visit, so that Back can show each of them again. */
export const useRandomJokes = create<RandomJokes>()(() => ({
  byEntry: {},
  drawing: undefined,
  error: undefined,
}));

/** Their ids, newest last. */
const seen: number[] = [];

/** A random joke or, without a connection, a saved one. */
async function drawAny(): Promise<Joke> {
  try {
    return await withRetries(() => call('getRandomJoke', {}), navigator.onLine ? undefined : []);
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === 'unavailable';
    const saved = isUnreachable ? await pickSavedJoke() : null;
    if (saved === null) throw error;
    return saved;
  }
}

/** Draws a joke for an entry unless it has one. Resolves to whether it has one now; failures are in the state. */
export async function drawFor(entry: string): Promise<boolean> {
  const { getState, setState } = useRandomJokes;
  setState({ error: undefined });
  if (getState().byEntry[entry] !== undefined) return true;
  if (getState().drawing === entry) return false;
  setState({ drawing: entry });
  try {
    const joke = await drawUnseen(drawAny, seen);
    setState(({ byEntry }) => ({ byEntry: { ...byEntry, [entry]: joke } }));
    return true;
  } catch (error) {
    if (getState().drawing === entry) setState({ error });
    return false;
  } finally {
    if (getState().drawing === entry) setState({ drawing: undefined });
  }
}
