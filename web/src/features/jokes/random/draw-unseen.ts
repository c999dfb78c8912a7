import type { Joke } from 'functions/contract';

/** How many shown jokes to remember; the oldest is forgotten first. */
const MAX_REMEMBERED = 100;
/** Maximum draws for one joke: each costs the site a read. */
const MAX_DRAWS = 4;

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
  seen.push(joke.joke_id);
  if (seen.length > MAX_REMEMBERED) seen.shift();
  return joke;
}
