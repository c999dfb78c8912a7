import { useEffect, useState, useSyncExternalStore } from 'react';
import { NOT_LOADED, type Query, type QueryState } from './create-query.ts';

/** A response as a screen shows it. */
export interface QueryResult<T> extends Pick<QueryState<T>, 'error' | 'loading'> {
  /** the response; while the one for another key loads, the previous one */
  data: T | undefined;
  /** whether `data` belongs to the previous key */
  stale: boolean;
  /** Loads it again. */
  reload: () => void;
}

/**
 * The server's response for a key. It is loaded on first use, reloaded when stale and, after a
 * failure, when the browser is back online.
 */
export function useQuery<Key, T>(query: Query<Key, T>, key: Key): QueryResult<T> {
  const { data, error, loading } = useSyncExternalStore<QueryState<T>>(
    query.subscribe,
    () => query.state(key),
    () => NOT_LOADED,
  );

  useEffect(() => {
    query.refresh(key);
    const retry = () => {
      if (query.state(key).error !== undefined) void query.load(key);
    };
    window.addEventListener('online', retry);
    return () => window.removeEventListener('online', retry);
  }, [query, key]);

  const [shown, setShown] = useState(data);
  if (data !== undefined && data !== shown) setShown(data);
  const failed = error !== undefined;

  return {
    data: data ?? (failed ? undefined : shown),
    stale: data === undefined && !failed && shown !== undefined,
    error,
    loading,
    reload: () => void query.load(key),
  };
}
