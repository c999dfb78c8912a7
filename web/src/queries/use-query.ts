import { useEffect, useState, useSyncExternalStore } from 'react';
import { NOT_ASKED, type Query, type QueryState } from './create-query.ts';

/** An answer of the server as a screen shows it. */
export interface QueryResult<T> extends Pick<QueryState<T>, 'error' | 'loading'> {
  /** the answer; while another one is on its way, the one shown before */
  data: T | undefined;
  /** whether `data` answers an earlier key */
  stale: boolean;
  /** Asks again. */
  reload: () => void;
}

/** What the server answers for a key. It is asked on the first use, when its answer is old, and after a failure as soon as there is a network again. */
export function useQuery<Key, T>(query: Query<Key, T>, key: Key): QueryResult<T> {
  const { data, error, loading } = useSyncExternalStore<QueryState<T>>(
    query.subscribe,
    () => query.state(key),
    () => NOT_ASKED,
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
