import { ApiError, type Joke } from 'functions/contract';
import { limits } from 'functions/domain';
import { read } from '../api/call.ts';
import { hasCode } from '../api/failure.ts';
import { json, storedValue } from '../stores/stored-value.ts';
import { savedJokes } from './joke-queries.ts';
import { votedJokes } from './votes.ts';
import { jokeUrls } from '../paths.ts';

const MAX_EXCLUDED = limits.randomMaxExcluded;
/** Maximum draws for one joke; one is enough unless most jokes were shown, or without a connection. */
const MAX_DRAWS = 4;

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

/** As many known jokes as the server can exclude, half of each kind if there are enough. */
export function excludedOf({ shown, rated }: Known): number[] {
  const ratedCount = Math.min(
    rated.length,
    Math.max(MAX_EXCLUDED / 2, MAX_EXCLUDED - shown.length),
  );
  return [...rated.slice(rated.length - ratedCount), ...shown.slice(ratedCount - MAX_EXCLUDED)];
}

/**
 * Draws until it gets an unknown joke. If all draws are known, it takes one that was not shown, or the one shown
 * longest ago.
 *
 * @param draw gets a random joke
 * @throws what `draw` throws
 */
export async function drawUnknown(draw: () => Promise<Joke>, known: Known): Promise<Joke> {
  const { shown, rated } = known;
  const isKnown = ({ joke_id: id }: Joke) => shown.includes(id) || rated.includes(id);
  let joke = await draw();
  for (let draws = 1; draws < MAX_DRAWS && isKnown(joke); draws += 1) {
    const other = await draw();
    const isBetter = shown.lastIndexOf(other.joke_id) < shown.lastIndexOf(joke.joke_id);
    if (isBetter || !isKnown(other)) joke = other;
  }
  return joke;
}

/** Stores that a joke was shown at random, drawn here or by the server. */
export function rememberShown({ joke_id: id }: Joke): void {
  const shown = shownJokes.latest();
  if (!shown.includes(id)) shownJokes.save([...shown, id].slice(-MAX_EXCLUDED));
}

async function drawAny(known: Known): Promise<Joke> {
  try {
    const drawn = await read('getRandomJoke', jokeUrls.random(excludedOf(known)));
    if ('jokes' in drawn) throw new ApiError('internal', 'Several facts instead of one.');
    return drawn;
  } catch (error) {
    const isUnreachable = hasCode(error, 'unavailable');
    const saved = isUnreachable ? await savedJokes() : [];
    const joke = saved[Math.floor(Math.random() * saved.length)];
    if (joke === undefined) throw error;
    return joke;
  }
}

/** Draws a joke that this browser has neither rated nor seen lately, if possible; null if there is no joke. */
export async function drawRandomJoke(): Promise<Joke | null> {
  const known = knownJokes();
  try {
    const joke = await drawUnknown(() => drawAny(known), known);
    // Most were shown: the first half may come again.
    const { shown } = known;
    if (shown.includes(joke.joke_id)) shownJokes.save(shown.slice(Math.ceil(shown.length / 2)));
    return joke;
  } catch (error) {
    if (hasCode(error, 'not_found')) return null;
    throw error;
  }
}
