import type { Joke } from 'functions/contract';

/** A joke's votes: their mean and their number. */
export type Tally = Pick<Joke, 'rating' | 'num_votes'>;

/** The tally after one more vote of `stars`. */
export function withVote({ rating, num_votes }: Tally, stars: number): Tally {
  return {
    rating: (rating * num_votes + stars) / (num_votes + 1),
    num_votes: num_votes + 1,
  };
}

/** The later of two tallies of the same joke. Votes are never removed, so the higher count is later. */
export function laterTally(known: Tally, other: Tally): Tally {
  return other.num_votes > known.num_votes ? other : known;
}

/** The mean as shown on screen: 'N.N/5'. */
export function averageText({ rating }: Tally): string {
  return `${rating.toFixed(1)}/5`;
}

/** The count as shown on screen: '1 vote', '1,204 votes', in the visitor's number format. */
export function votesText({ num_votes }: Tally): string {
  return `${num_votes.toLocaleString()} ${num_votes === 1 ? 'vote' : 'votes'}`;
}
