import type { Joke } from 'functions/contract';
import { StarRating } from '../../components/star-rating.tsx';
import './joke-rating.css';
import { useLatestJoke } from './local-changes.ts';
import { ShareButtons } from './share-buttons.tsx';
import { useVote } from './use-vote.ts';

/** 'N.N/5' */
function averageText({ rating }: Joke): string {
  return `${rating.toFixed(1)}/5`;
}

/** '1 vote', '1,204 votes', in the visitor's number format. */
function votesText({ num_votes }: Joke): string {
  return `${num_votes.toLocaleString()} ${num_votes === 1 ? 'vote' : 'votes'}`;
}

/** A joke's star rating control, average and vote count, and the result of this browser's vote. */
export function JokeRating({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const vote = useVote(joke);
  return (
    <div className="joke-rating">
      <StarRating
        legend={`Rate fact no. ${joke.joke_id}`}
        filled={vote.stars ?? Math.round(joke.rating)}
        given={vote.stars}
        disabled={!vote.canVote}
        phase={vote.phase}
        onRate={vote.cast}
      />
      <span className="joke-average">{averageText(joke)}</span>
      <span className="joke-votes">{votesText(joke)}</span>
      {vote.stars !== undefined && <span className="joke-voted">✓ Voted!</span>}
      {vote.phase === 'failed' && vote.canVote && (
        <span className="joke-failed">✗ Not counted</span>
      )}
      <ShareButtons joke={joke} />
    </div>
  );
}
