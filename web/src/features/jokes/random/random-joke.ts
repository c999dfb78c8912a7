import { ApiError, jokeUrls, type Joke, type JokeFilter } from 'functions/contract';
import { read } from '../../../api/call.ts';
import { pickSavedJoke } from '../../../api/saved-jokes.ts';

/** How many shown jokes to remember; the oldest is forgotten first. */
const MAX_REMEMBERED = 100;
/** Maximum draws for one joke; one is enough unless most jokes were shown, or without a connection. */
const MAX_DRAWS = 4;

/** The ids of this visit's jokes, newest last. */
const seenOnThisVisit: number[] = [];

/** The server refuses a longer list of jokes to leave out. */
function remember({ joke_id }: Joke, seen: number[]): void {
  seen.push(joke_id);
  if (seen.length > MAX_REMEMBERED) seen.shift();
}

/**
 * Draws until it gets a joke that has not been shown before. If all draws repeat, most jokes have
 * been shown: it takes the one shown longest ago and clears half of the memory.
 *
 * @param draw gets a random joke
 * @param seen the ids of the jokes shown so far, newest last; the new one is added
 * @throws what `draw` throws
 */
export async function drawUnseen(draw: () => Promise<Joke>, seen: number[]): Promise<Joke> {
  let joke = await draw();
  for (let draws = 1; draws < MAX_DRAWS && seen.includes(joke.joke_id); draws += 1) {
    const other = await draw();
    if (seen.lastIndexOf(other.joke_id) < seen.lastIndexOf(joke.joke_id)) joke = other;
  }
  if (seen.includes(joke.joke_id)) seen.splice(0, Math.ceil(seen.length / 2));
  remember(joke, seen);
  return joke;
}

/** Remembers a joke that was shown without a draw on this visit, such as one that the server drew. */
export function rememberShown(joke: Joke): void {
  if (!seenOnThisVisit.includes(joke.joke_id)) remember(joke, seenOnThisVisit);
}

/** A random joke that a filter leaves or, if the server can't be reached, a saved one. */
async function drawAny(filter: JokeFilter): Promise<Joke> {
  try {
    const drawn = await read('getRandomJoke', jokeUrls.random(seenOnThisVisit, filter));
    if ('jokes' in drawn) throw new ApiError('internal', 'Several facts instead of one.');
    return drawn;
  } catch (error) {
    const isUnreachable = error instanceof ApiError && error.code === 'unavailable';
    const saved = isUnreachable ? await pickSavedJoke(filter) : null;
    if (saved === null) throw error;
    return saved;
  }
}

/**
 * A random joke that this visit has not shown yet, as far as {@link drawUnseen} finds one; null if the
 * filter leaves none.
 */
export async function drawRandomJoke(filter: JokeFilter): Promise<Joke | null> {
  try {
    return await drawUnseen(() => drawAny(filter), seenOnThisVisit);
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return null;
    throw error;
  }
}
