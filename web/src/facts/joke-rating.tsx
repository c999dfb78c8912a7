import { averageText, countText } from '../ui/format.ts';
import type { Joke } from 'functions/contract';
import { useId } from 'react';
import { Link } from 'react-router-dom';
import { StarRating } from '../ui/star-rating.tsx';
import { useOnline } from '../ui/use-online.ts';
import { paths } from '../paths.ts';
import styles from './joke-rating.module.css';
import { useLatestJoke } from './local-changes.ts';
import { FactActions } from './fact-actions.tsx';
import { VoteBars } from './vote-bars.tsx';
import { tryToVote, useIsUnanswered, usePageVotes, useStars } from './votes.ts';

const WAITING = 'Couldn’t reach the server. We’ll send your vote again.';
/** The layout's notice while the visitor is offline. */
const OFFLINE_ID = 'needs-connection';

interface JokeRatingProps {
  joke: Joke;
  /** whether it is alone on its screen; only such a joke shows all votes and can be embedded */
  alone?: boolean;
}

/** A joke's stars, average and vote count. Each browser votes once. */
export function JokeRating({ joke: given, alone = false }: JokeRatingProps) {
  const joke = useLatestJoke(given);
  const stars = useStars(joke.joke_id);
  const phase = usePageVotes((votes) => votes[joke.joke_id]?.phase);
  const online = useOnline();
  const noteId = useId();
  const canVote = joke.user_can_vote && stars === undefined;
  const offline = canVote && !online;
  const waiting = useIsUnanswered(joke.joke_id) && phase !== 'sending';
  const note = waiting ? noteId : undefined;

  return (
    <div className={`${styles.rating} row`}>
      <StarRating
        legend={`Rate fact no. ${joke.joke_id}`}
        average={joke.rating}
        given={stars}
        disabled={!canVote}
        inactive={offline}
        noteId={offline ? OFFLINE_ID : note}
        phase={phase}
        onRate={(chosen) => tryToVote(joke, chosen)}
      />
      <span className={styles.average} data-unrated={joke.num_votes === 0 || undefined}>
        {averageText(joke.rating)}
      </span>
      <span className={styles.votes}>{countText(joke.num_votes, 'vote')}</span>
      {alone && <VoteBars histogram={stars === undefined ? undefined : joke.histogram} />}
      {stars !== undefined && (
        <Link className={styles.voted} to={paths.myVotes} title="My votes">
          ✓ Voted!
        </Link>
      )}
      {phase === 'refused' && canVote && <span className={styles.refused}>✗ Not counted</span>}
      {waiting && (
        <span className={styles.note} id={noteId}>
          {WAITING}
        </span>
      )}
      <FactActions joke={joke} alone={alone} />
    </div>
  );
}
