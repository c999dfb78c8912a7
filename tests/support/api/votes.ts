import type { Vote } from '../../../functions/src/catalog/tally.ts';

let votes = 0;

/** A vote with these stars, each from another network. */
export function aVote(stars: number, group = (votes += 1) % 256): Vote {
  return { stars, group };
}
