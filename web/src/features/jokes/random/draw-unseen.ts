import type { Joke } from 'functions/contract';

/** Facts that are remembered as shown; the longest ago goes first. */
const REMEMBERED = 100;
/** Draws for one fact, at most: each of them costs the site a read. */
const DRAWS = 4;

/**
 * Draws until a fact comes that was not shown before. Where none does, most facts have been shown:
 * it is the one shown longest ago, and half of the memory goes.
 *
 * @param draw gets any fact
 * @param seen the ids of the facts shown so far, the last one last; the new one is added
 * @throws what `draw` throws
 */
export async function drawUnseen(draw: () => Promise<Joke>, seen: number[]): Promise<Joke> {
  let joke = await draw();
  for (let draws = 1; draws < DRAWS && seen.includes(joke.joke_id); draws += 1) {
    const other = await draw();
    if (seen.lastIndexOf(other.joke_id) < seen.lastIndexOf(joke.joke_id)) joke = other;
  }
  if (seen.includes(joke.joke_id)) seen.splice(0, Math.ceil(seen.length / 2));
  seen.push(joke.joke_id);
  if (seen.length > REMEMBERED) seen.shift();
  return joke;
}
