import { ApiError, type Joke } from 'functions/contract';
import { create } from 'zustand';
import { call } from '../../../api/call.ts';
import { pickSavedJoke } from '../../../offline/saved-jokes.ts';
import { withRetries } from '../../../queries/create-query.ts';
import { drawUnseen } from './draw-unseen.ts';

interface RandomFacts {
  /** the facts of this visit by the entry of the history that shows them */
  byEntry: Readonly<Record<string, Joke>>;
  /** the entry that a fact is being drawn for, if any */
  drawing: string | undefined;
  /** why the last draw failed, until the next one begins */
  error: unknown;
}

/** The random facts of this visit, so that Back shows each of them again. */
export const useRandomFacts = create<RandomFacts>()(() => ({
  byEntry: {},
  drawing: undefined,
  error: undefined,
}));

/** Their ids, the last one last. */
const seen: number[] = [];

/** Any fact; without a connection, one of those that are saved. */
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

/** Draws a fact for an entry that has none. Resolves to whether it has one now; a failure is a state. */
export async function drawFor(entry: string): Promise<boolean> {
  const { getState, setState } = useRandomFacts;
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
