import { useQuery } from '@tanstack/react-query';
import type { ModeratedSimilarJoke } from 'functions/contract';
import { lazy, memo, Suspense, type ComponentProps } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminPath, jokePath } from '../paths.ts';
import { StatusBadge } from '../ui/badge.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { countText } from '../ui/format.ts';
import { keepingOne, rejection, type Change } from './changes.ts';
import { useDecisions, withDecisions } from './decisions.ts';
import { similarJokes, type ListedJoke, type ListedSimilar } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import styles from './dialogs.module.css';

/** People call facts that are at least this similar duplicates. */
const DUPLICATE = 0.6;

/** The facts that are similar to one, with their current statuses. */
export interface SimilarFacts {
  /** the most similar one, if people would call it a duplicate */
  twin: ModeratedSimilarJoke | undefined;
  others: ModeratedSimilarJoke[];
  /** the published one that the fact duplicates */
  original: ModeratedSimilarJoke | undefined;
  /** the pending duplicates */
  pending: ModeratedSimilarJoke[];
}

/** Sorts the facts that are similar to one. */
export function sortSimilar(similar: readonly ListedSimilar[]): SimilarFacts {
  const current = similar.flatMap(({ status, ...each }) =>
    status === 'deleted' ? [] : { ...each, status },
  );
  const duplicates = current.filter(({ similarity }) => similarity >= DUPLICATE);
  const [twin] = duplicates;
  return {
    twin,
    others: current.filter((each) => each !== twin),
    original: duplicates.find(({ status }) => status === 'approved'),
    pending: duplicates.filter(({ status }) => status === 'pending'),
  };
}

/** A text without marks, in an element because a page translation replaces the text. */
const Unmarked = ({ after }: { after: string }) => <span>{after}</span>;

/** Loads the script that compares texts; without it, they have no marks. */
export const loadTextDiff = () => import('./text-diff.tsx').catch(() => ({ default: Unmarked }));
const LazyTextDiff = lazy(loadTextDiff);

/** How two texts differ; until the script for that is loaded, the second text. */
export const TextDiff = memo((props: ComponentProps<typeof LazyTextDiff>) => (
  <Suspense fallback={<Unmarked after={props.after} />}>
    <LazyTextDiff {...props} />
  </Suspense>
));

/** How similar a fact is, its number as a link, and its status. */
export function SimilarHead({ joke }: { joke: ModeratedSimilarJoke }) {
  const { pathname } = useLocation();
  const { joke_id: id, status, similarity } = joke;
  const found = `${adminPath(pathname, 'dashboard')}?search=${encodeURIComponent(`#${id}`)}`;
  return (
    <p className={`${styles.head} row`}>
      <b>{`${Math.floor(100 * similarity)}%`}</b>
      <Link to={status === 'approved' ? jokePath(id) : found}>{`Fact no. ${id}`}</Link>
      <StatusBadge status={status} />
    </p>
  );
}

interface SimilarListProps {
  /** the text that they are similar to */
  text: string;
  similar: readonly ModeratedSimilarJoke[];
}

/** Similar facts, with the words marked that only they have. */
export function SimilarList({ text, similar }: SimilarListProps) {
  return (
    <ul className={styles.similar}>
      {similar.map((joke) => (
        <li key={joke.joke_id}>
          <SimilarHead joke={joke} />
          <p className="joke-text" dir="auto">
            <TextDiff before={text} after={joke.joke_text} showRemoved={false} />
          </p>
        </li>
      ))}
    </ul>
  );
}

interface SimilarDialogProps {
  joke: ListedJoke;
  onDecide: (change: Change) => void;
  onClose: () => void;
}

/** Shows the facts that are similar to one, and rejects its pending duplicates; a pending fact is approved with that. */
export function SimilarDialog({ joke, onDecide, onClose }: SimilarDialogProps) {
  const query = useQuery(similarJokes(joke.joke_id));
  const decisions = useDecisions();
  const similar = query.data?.similar ?? [];
  const { original, pending } = sortSimilar(
    similar.map((each) => withDecisions<ListedSimilar>(each, decisions)),
  );
  const isPublic = joke.status === 'approved';
  const canKeep = isPublic || (joke.status === 'pending' && original === undefined);
  return (
    <Dialog title={`Similar to fact no. ${joke.joke_id}`} onClose={onClose}>
      <p className={`${styles.preview} joke-text`} dir="auto">
        {joke.joke_text}
      </p>
      <QueryStates query={query} empty={similar.length === 0 && 'No other fact is similar.'} />
      <SimilarList text={joke.joke_text} similar={similar} />
      <DialogActions close="Close" onClose={onClose}>
        {canKeep && pending.length > 0 && (
          <button
            type="button"
            className="button button-main"
            onClick={() =>
              onDecide(isPublic ? rejection(pending, 'duplicate', joke) : keepingOne(joke, pending))
            }
          >
            {`${isPublic ? 'Reject' : 'Approve this one, reject'} ${countText(pending.length, 'duplicate')}`}
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}
