import type { UseQueryResult } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LoadError } from '../ui/load-error.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { paths } from '../paths.ts';
import styles from './list-states.module.css';

/** Shown when there are no jokes. */
export function NoJokes() {
  return (
    <p className={styles.none}>
      There are no facts yet. Somebody must have told Chuck Norris to wait.{' '}
      <Link to={paths.submit}>Submit the first one</Link> before he finds out who.
    </p>
  );
}

/** A spinner above a list that moves nothing. */
export function LoadingMore() {
  return (
    <div className={styles.turning}>
      <Spinner label="Loading facts…" />
    </div>
  );
}

interface ListStatesProps<List> {
  query: UseQueryResult<List>;
  /** the message for a failure */
  errorText: string;
  /** shown for an empty list */
  empty?: ReactNode;
  /** Renders a list that is not empty. */
  children: (list: List) => ReactNode;
}

/**
 * A list of jokes in each of its states: loading, failed, empty or loaded. While the next page loads,
 * the spinner is above the previous page and moves nothing.
 */
export function ListStates<List extends { jokes: readonly Joke[] }>(props: ListStatesProps<List>) {
  const { query, errorText, empty = <NoJokes />, children } = props;
  const { data: list, isPlaceholderData: stale, errorUpdateCount, refetch } = query;
  if (list !== undefined) {
    if (list.jokes.length === 0) return empty;
    return (
      <>
        {stale && <LoadingMore />}
        {children(list)}
      </>
    );
  }
  // Also while it loads again, so that the focused button stays.
  if (errorUpdateCount > 0)
    return <LoadError text={errorText} saved onRetry={() => void refetch()} />;
  // Without a key, React would reuse this element for the list, which would then appear to move.
  return (
    <div key="loading" className={styles.room}>
      <Spinner label="Loading facts…" />
    </div>
  );
}
