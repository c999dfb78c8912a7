import { ApiError, type Joke } from 'functions/contract';
import { useState, type ComponentProps } from 'react';
import { call } from '../../api/call.ts';
import { StarRating } from '../../components/star-rating.tsx';
import { useLocaleNumber } from '../../components/use-locale-number.ts';
import { announce } from '../../stores/announcement.ts';
import { useVotes } from '../../stores/votes.ts';
import './joke-rating.css';
import { changeJoke, revertRating, useLatestJoke } from './local-changes.ts';
import { ShareButtons } from './share-buttons.tsx';

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

/** The message for a failed vote (specification §8). */
function alertText(error: unknown): string {
  return error instanceof ApiError && error.code === 'already_rated'
    ? 'You have already rated this joke!'
    : 'Failed to rate joke. Please try again.';
}

/** '1 vote', '1,204 votes', in the visitor's number format. */
function votesText({ num_votes }: Joke, inLocale: (value: number) => string): string {
  return `${inLocale(num_votes)} ${num_votes === 1 ? 'vote' : 'votes'}`;
}

/**
 * A joke's star rating control, average and vote count, and the result of this browser's vote; only
 * one is allowed (specification §5).
 */
export function JokeRating({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const stars = useVotes((store) => store.votes[joke.joke_id]);
  const [phase, setPhase] = useState<ComponentProps<typeof StarRating>['phase']>('none');
  const inLocale = useLocaleNumber();
  const canVote = joke.user_can_vote && stars === undefined;

  const vote = async (chosen: number) => {
    // Reads the store directly, because a second click may come before the next render.
    if (!joke.user_can_vote || useVotes.getState().votes[joke.joke_id] !== undefined) return;
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
  return (
    <div className="joke-rating">
      <StarRating
        legend={`Rate fact no. ${joke.joke_id}`}
        filled={stars ?? Math.round(joke.rating)}
        given={stars}
        disabled={!canVote}
        phase={phase}
        onRate={(chosen) => void vote(chosen)}
      />
      <span className="joke-average">{`${joke.rating.toFixed(1)}/5`}</span>
      <span className="joke-votes">{votesText(joke, inLocale)}</span>
      {stars !== undefined && <span className="joke-voted">✓ Voted!</span>}
      {phase === 'failed' && canVote && <span className="joke-failed">✗ Not counted</span>}
      <ShareButtons joke={joke} />
    </div>
  );
}
