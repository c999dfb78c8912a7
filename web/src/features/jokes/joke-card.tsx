import type { Joke } from 'functions/contract';
import { StarRating } from '../../components/star-rating.tsx';
import './joke-card.css';
import { averageText, votesText } from './tally.ts';
import { useVote } from './use-vote.ts';

/** One fact: its number, its text and its rating. */
export function JokeCard({ joke }: { joke: Joke }) {
  const vote = useVote(joke);
  const number = `joke-${joke.joke_id}`;
  return (
    <article className="joke" aria-labelledby={number}>
      <h3 className="joke-number" id={number}>
        Fact no. <span className="joke-id">{joke.joke_id}</span>
      </h3>
      <div className="joke-content">
        <p className="joke-text">{joke.joke_text}</p>
        <div className="joke-meta">
          <StarRating
            legend={`Rate fact no. ${joke.joke_id}`}
            filled={vote.stars ?? Math.round(joke.rating)}
            given={vote.stars}
            disabled={!vote.canVote}
            busy={vote.phase === 'sending'}
            onRate={vote.cast}
          />
          <span className="joke-average">{averageText(joke)}</span>
          <span className="joke-votes">{votesText(joke)}</span>
          {vote.stars !== undefined && <span className="joke-voted">✓ Voted!</span>}
          {vote.phase === 'failed' && vote.canVote && (
            <span className="joke-failed">✗ Not counted</span>
          )}
        </div>
      </div>
    </article>
  );
}
