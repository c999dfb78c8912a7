import type { UseQueryResult } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { LoadError } from '../../ui/load-error.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Icon } from '../../ui/icon.tsx';
import { paths } from '../../paths.ts';
import './list-states.css';
import './no-jokes.css';

const SKELETON_ROWS = [1, 2, 3, 4];

/** Placeholders for the jokes that are loading; hidden from assistive technology. */
function ListSkeleton() {
  return (
    <div aria-hidden="true">
      {SKELETON_ROWS.map((row) => (
        <div key={row} className="joke skeleton">
          <div className="joke-number">
            <div className="skeleton-bar" />
          </div>
          <div>
            <div className="joke-text">
              <div className="skeleton-bar" />
              <div className="skeleton-bar" />
            </div>
            <div className="joke-rating">
              <div className="skeleton-bar" />
            </div>
          </div>
        </div>
      ))}
    </div>
  );
}

/** Shown when there are no jokes. */
export function NoJokes() {
  return (
    <p className="no-jokes">
      <Icon name="star" />
      <span>
        There are no facts yet. Somebody must have told Chuck Norris to wait.{' '}
        <Link to={paths.submit}>Submit the first one</Link> before he finds out who.
      </span>
    </p>
  );
}

/** Shown when a filter leaves no joke. */
export function NoMatch() {
  return (
    <p className="no-jokes">
      <Icon name="star" />
      <span>
        No fact matches. Chuck Norris has asked the others to leave.{' '}
        <Link to={paths.home}>Read all facts</Link> or <Link to={paths.submit}>submit one</Link>.
      </span>
    </p>
  );
}

interface ListStatesProps<List> {
  query: UseQueryResult<List>;
  /** the specification's message for a failure */
  errorText: string;
  /** What is shown for an empty list. */
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
        {stale && (
          <div className="list-turning">
            <Spinner label="Loading facts…" />
          </div>
        )}
        {children(list)}
      </>
    );
  }
  // Also while it loads again, so that the focused button stays.
  if (errorUpdateCount > 0) return <LoadError text={errorText} onRetry={() => void refetch()} />;
  // Without a key, React would reuse this element for the list, which would then appear to move.
  return (
    <div key="loading" className="list-loading">
      <Spinner label="Loading facts…" />
      <ListSkeleton />
    </div>
  );
}
