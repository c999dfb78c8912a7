import { ApiError } from 'functions/contract';

/** The state of one cached response. */
export interface QueryState<T> {
  /** the last response, if any */
  data: T | undefined;
  /** why the last attempt failed, until one succeeds */
  error: unknown;
  loading: boolean;
  /** when `data` was loaded, in milliseconds since 1970 */
  loadedAt: number;
}

/** Cached responses of one kind, by key. They last as long as the page. */
export interface Query<Key, T> {
  state: (key: Key) => QueryState<T>;
  /** Loads from the server, unless a load is in progress. Never rejects: failures are in the state. */
  load: (key: Key) => Promise<void>;
  /** Loads from the server if there is no data or the data is stale. */
  refresh: (key: Key) => void;
  /** Calls `listener` after every change of state. Returns a function that unsubscribes. */
  subscribe: (listener: () => void) => () => void;
}

export const NOT_LOADED = {
  data: undefined,
  error: undefined,
  loading: false,
  loadedAt: 0,
} as const satisfies QueryState<undefined>;

const FRESH_MS = 60_000;
/** Delays before the second and third attempts. */
const RETRY_DELAYS_MS = [1_000, 2_000];

/** Whether a retry may succeed: after a server fault or without a connection. */
export function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'unavailable' || error.code === 'internal');
}

/**
 * Tries up to three times.
 * @param delays milliseconds before each retry
 * @throws the error of the last attempt, or the first error that a retry cannot fix
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  delays: readonly number[] = RETRY_DELAYS_MS,
): Promise<T> {
  for (const delay of delays) {
    try {
      return await attempt();
    } catch (error) {
      if (!isTransient(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, delay));
    }
  }
  return attempt();
}

/** @param request requests the data for a key from the server */
export function createQuery<Key, T>(request: (key: Key) => Promise<T>): Query<Key, T> {
  const states = new Map<Key, QueryState<T>>();
  const listeners = new Set<() => void>();

  const state = (key: Key): QueryState<T> => states.get(key) ?? NOT_LOADED;
  const change = (key: Key, part: Partial<QueryState<T>>) => {
    states.set(key, { ...state(key), ...part });
    for (const listener of listeners) listener();
  };
  const load = async (key: Key) => {
    if (state(key).loading) return;
    change(key, { loading: true });
    try {
      const data = await withRetries(() => request(key));
      change(key, { data, error: undefined, loading: false, loadedAt: Date.now() });
    } catch (error) {
      change(key, { error, loading: false });
    }
  };

  return {
    state,
    load,
    refresh: (key) => {
      if (Date.now() - state(key).loadedAt >= FRESH_MS) void load(key);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
