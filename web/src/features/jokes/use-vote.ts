import { ApiError, type Joke } from 'functions/contract';
import { useState } from 'react';
import { useAnnouncement } from '../../stores/announcement.ts';
import { useVotes } from '../../stores/votes.ts';
import { castVote } from './cast-vote.ts';

/** What has become of the vote since the card is on the screen. */
export type VotePhase = 'none' | 'sending' | 'counted' | 'failed';

export interface Vote {
  /** the stars that this browser has given the joke, if it has */
  stars: number | undefined;
  canVote: boolean;
  phase: VotePhase;
  cast: (stars: number) => void;
}

/** What a failed vote tells the visitor (specification §8). */
function alertText(error: unknown): string {
  return error instanceof ApiError && error.code === 'already_rated'
    ? 'You have already rated this joke!'
    : 'Failed to rate joke. Please try again.';
}

/** This browser's vote on a joke: allowed once (specification §5). */
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
      // Asked of the store itself: a second click may come before the first has been drawn.
      const voted = useVotes.getState().votes[joke.joke_id] !== undefined;
      if (joke.user_can_vote && !voted) void send(chosen);
    },
  };
}
