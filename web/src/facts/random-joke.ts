import type { Joke } from 'functions/contract';
import { limits } from 'functions/domain';
import { create } from 'zustand';
import { read } from '../api/call.ts';
import { hasCode } from '../api/failure.ts';
import { carriedAnswers } from '../api/page-answers.ts';
import { useConnection } from '../stores/connection.ts';
import { json, storedValue } from '../stores/stored-value.ts';
import { savedJokes } from './joke-queries.ts';
import { votedJokes } from './votes.ts';
import { jokeCalls } from '../paths.ts';

const MAX_EXCLUDED = limits.randomMaxExcluded;
/** A joke that was fetched before may have been taken down. */
const AHEAD_MS = 5 * 60_000;
/** Random jokes that a page carries besides the one that it shows, and that are ready afterwards. */
export const RANDOM_AHEAD = 2;

function parseIds(content: unknown): number[] {
  const ids: unknown[] = Array.isArray(content) ? content : [];
  return ids.filter((id): id is number => Number.isInteger(id) && Number(id) > 0);
}

/** The ids of the jokes that this browser has shown at random, on any visit, newest last. */
const shownJokes = storedValue('shownJokes', json(parseIds), []);

interface Known {
  /** ids, newest last */
  shown: readonly number[];
  /** the ids of the others */
  rated: readonly number[];
}

function knownJokes(): Known {
  const shown = shownJokes.latest();
  const rated = Object.keys(votedJokes.latest()).map(Number);
  return { shown, rated: rated.filter((id) => !shown.includes(id)) };
}

const isKnown = ({ shown, rated }: Known, { joke_id: id }: Joke) =>
  shown.includes(id) || rated.includes(id);

/** As many known jokes as the server can exclude, half of each kind if there are enough. */
export function excludedOf({ shown, rated }: Known): number[] {
  const ratedCount = Math.min(
    rated.length,
    Math.max(MAX_EXCLUDED / 2, MAX_EXCLUDED - shown.length),
  );
  return [...rated.slice(rated.length - ratedCount), ...shown.slice(ratedCount - MAX_EXCLUDED)];
}

/** Those shown longest ago may come again once there are no others. The last one stays. */
const latestHalf = (shown: readonly number[]) => shown.slice(Math.floor(shown.length / 2));

/** Draws a joke that is not excluded, if there is one. */
type Draw = (excluded: readonly number[]) => Promise<Joke>;

/**
 * Draws a joke that the visitor doesn't know and that is not ahead. If no such joke is left, draws one of the half that
 * was shown longest ago, and otherwise any but the last one.
 * @param ahead the ids of the jokes that come before it
 * @throws what `draw` throws
 */
export async function drawUnknown(
  draw: Draw,
  { shown, rated }: Known,
  ahead: readonly number[] = [],
): Promise<Joke> {
  const choices = [
    excludedOf({ shown: [...shown, ...ahead], rated }),
    excludedOf({ shown: [...latestHalf(shown), ...ahead], rated }),
  ];
  for (const excluded of choices) {
    const joke = await draw(excluded);
    if (!excluded.includes(joke.joke_id)) return joke;
  }
  return draw([...shown.slice(-1), ...ahead]);
}

const drawFromServer: Draw = (excluded) => read(jokeCalls.random(excluded));

/** Draws from the jokes that this browser has saved, if there are any. */
async function drawSaved(): Promise<Joke | undefined> {
  const saved = await savedJokes();
  const [first] = saved;
  if (first === undefined) return undefined;
  const draw = (excluded: readonly number[]) => {
    const wanted = saved.filter(({ joke_id }) => !excluded.includes(joke_id));
    return Promise.resolve(wanted[Math.floor(Math.random() * wanted.length)] ?? first);
  };
  return drawUnknown(draw, knownJokes());
}

interface Ahead {
  joke: Joke;
  /** in milliseconds since the epoch */
  fetchedAt: number;
}

/** What Random shows next. */
interface Supply {
  /** what was fetched to be shown, the oldest first */
  ahead: readonly Ahead[];
  /** `exhausted`: the last draw found nothing but what is shown or ahead */
  draw: { is: 'none' | 'exhausted' } | { is: 'under way'; drawn: Promise<Joke> };
}

/** What Random shows next, in this page. */
export const useSupply = create<Supply>()(() => ({ ahead: [], draw: { is: 'none' } }));

/** The jokes ahead that were not rated or shown since they were fetched, and are not too old. */
function usable(): readonly Ahead[] {
  const { ahead } = useSupply.getState();
  if (ahead.length === 0) return ahead;
  const known = knownJokes();
  const oldest = Date.now() - AHEAD_MS;
  return ahead.filter(({ joke, fetchedAt }) => fetchedAt >= oldest && !isKnown(known, joke));
}

/** The joke to show next, if it is ahead. */
export function nextJoke(): Joke | undefined {
  return usable()[0]?.joke;
}

async function drawAhead(): Promise<Joke> {
  const ids = usable().map(({ joke }) => joke.joke_id);
  const fetchedAt = Date.now();
  const joke = await drawUnknown(drawFromServer, knownJokes(), ids);
  // What is ahead may have been shown meanwhile.
  const shown = shownJokes.latest();
  const isExhausted = [...shown.slice(-1), ...ids].includes(joke.joke_id);
  // Most were shown: the first half may come again.
  if (!isExhausted && shown.includes(joke.joke_id)) shownJokes.save(latestHalf(shown));
  useSupply.setState({
    ahead: [...usable(), ...(isExhausted ? [] : [{ joke, fetchedAt }])],
    draw: { is: isExhausted ? 'exhausted' : 'none' },
  });
  return joke;
}

/** Draws one more joke, unless one is being drawn: one at a time. */
function drawOne(): Promise<Joke> {
  const { draw } = useSupply.getState();
  if (draw.is === 'under way') return draw.drawn;
  const drawn = drawAhead().catch((error: unknown) => {
    useSupply.setState({ draw: { is: 'none' } });
    throw error;
  });
  useSupply.setState({ draw: { is: 'under way', drawn } });
  return drawn;
}

/** Draws until enough jokes are ahead, or a draw brings none. */
async function fill(): Promise<void> {
  for (let before = -1; usable().length < RANDOM_AHEAD && usable().length > before;) {
    before = usable().length;
    // The next tap draws, and says why it can't.
    await drawOne().catch(() => undefined);
  }
}

/** Takes over what the page carries to be shown next, unless there is more. */
export function takeCarried(): void {
  if (useSupply.getState().ahead.length > 0) return;
  const [, ...jokes] = carriedAnswers('getRandomJoke');
  const fetchedAt = performance.timeOrigin;
  useSupply.setState({ ahead: jokes.map((joke) => ({ joke, fetchedAt })) });
}

/** Remembers that a joke is shown, and has the next ones drawn. */
export function showJoke({ joke_id: id }: Joke): void {
  const shown = shownJokes.latest();
  if (!shown.includes(id)) shownJokes.save([...shown, id].slice(-MAX_EXCLUDED));
  useSupply.setState({ ahead: usable() });
  void fill();
}

/**
 * The joke to show if none is ahead: drawn, or a saved one without a connection. Null if there is no joke.
 * @throws {ApiError} if the draw is refused, or there is neither a connection nor a saved joke
 */
export async function drawRandomJoke(): Promise<Joke | null> {
  const isReachable = useConnection.getState() === 'online';
  const saved = isReachable ? undefined : await drawSaved();
  if (saved) return saved;
  try {
    const drawn = await drawOne();
    return nextJoke() ?? drawn;
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    const saved = hasCode(error, 'unavailable') ? await drawSaved() : undefined;
    if (saved) return saved;
    throw error;
  }
}
