import { ApiError, type Joke } from 'functions/contract';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { useVotes } from '../../stores/votes.ts';
import { changeJoke, revertRating } from './local-changes.ts';

/**
 * Votes on a joke. The vote is recorded and counts immediately wherever the joke is shown; the
 * server's response then replaces the result.
 *
 * @param stars 1 to 5
 * @throws {ApiError} if the vote was not counted; all changes are then reverted
 */
export async function castVote({ joke_id, rating, num_votes }: Joke, stars: number): Promise<void> {
  const { record, forget } = useVotes.getState();
  record(joke_id, stars);
  changeJoke(joke_id, {
    rating: (rating * num_votes + stars) / (num_votes + 1),
    num_votes: num_votes + 1,
  });
  try {
    const receipt = await call('rateJoke', { body: { joke_id, rating_num: stars } });
    record(joke_id, receipt.rating_num);
    changeJoke(joke_id, { rating: receipt.rating, num_votes: receipt.num_votes });
  } catch (error) {
    forget(joke_id);
    revertRating(joke_id);
    throw error;
  }
}

/** The state of a vote cast since the card has been on the screen. */
export type VotePhase = 'none' | 'sending' | 'counted' | 'failed';

interface Vote {
  /** this browser's rating of the joke, if any */
  stars: number | undefined;
  canVote: boolean;
  phase: VotePhase;
  cast: (stars: number) => void;
}

/** The message for a failed vote (specification §8). */
function alertText(error: unknown): string {
  return error instanceof ApiError && error.code === 'already_rated'
    ? 'You have already rated this joke!'
    : 'Failed to rate joke. Please try again.';
}

/** This browser's vote on a joke; only one is allowed (specification §5). */
export function useVote(joke: Joke): Vote {
  const announce = useAnnouncement((store) => store.announce);
  const stars = useVotes((store) => store.votes[joke.joke_id]);
  const [phase, setPhase] = useState<VotePhase>('none');

  const send = async (chosen: number) => {
    setPhase('sending');
    try {
      await castVote(joke, chosen);
      setPhase('counted');
      announce(`Voted ${chosen} of 5 stars for fact no. ${joke.joke_id}.`);
    } catch (error) {
      setPhase('failed');
      announce(`The vote for fact no. ${joke.joke_id} was not counted.`);
      window.alert(alertText(error));
    }
  };

  return {
    stars,
    canVote: joke.user_can_vote && stars === undefined,
    phase,
    cast: (chosen) => {
      // Reads the store directly, because a second click may come before the next render.
      const voted = useVotes.getState().votes[joke.joke_id] !== undefined;
      if (joke.user_can_vote && !voted) void send(chosen);
    },
  };
}
