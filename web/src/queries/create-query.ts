import { ApiError } from 'functions/contract';

/** What is known of one answer of the server. */
export interface QueryState<T> {
  /** the last answer, if there ever was one */
  data: T | undefined;
  /** why the last attempt failed, until one succeeds */
  error: unknown;
  loading: boolean;
  /** when `data` came in, in milliseconds since 1970 */
  loadedAt: number;
}

/** One kind of answer, by key; kept as long as the page lives. */
export interface Query<Key, T> {
  state: (key: Key) => QueryState<T>;
  /** Asks the server, unless it is being asked already. Never rejects: a failure is a state. */
  load: (key: Key) => Promise<void>;
  /** Asks the server where there is no answer, or an old one. */
  refresh: (key: Key) => void;
  /** Calls back after every change of a state; returns how to stop. */
  subscribe: (listener: () => void) => () => void;
}

export const NOT_ASKED = {
  data: undefined,
  error: undefined,
  loading: false,
  loadedAt: 0,
} as const satisfies QueryState<undefined>;

const FRESH_MS = 60_000;
/** Waits before the second and the third attempt. */
const WAITS_MS = [1_000, 2_000];

/** Only what may pass by itself is tried again: a fault of the server, or no connection. */
export function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.code === 'unavailable' || error.code === 'internal');
}

/**
 * Tries up to three times.
 * @param waits milliseconds before each further attempt
 * @throws what the last attempt threw, or the first that another attempt would not mend
 */
export async function withRetries<T>(
  attempt: () => Promise<T>,
  waits: readonly number[] = WAITS_MS,
): Promise<T> {
  for (const wait of waits) {
    try {
      return await attempt();
    } catch (error) {
      if (!mayPass(error)) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
  return attempt();
}

/** @param ask gets the answer for a key from the server */
export function createQuery<Key, T>(ask: (key: Key) => Promise<T>): Query<Key, T> {
  const states = new Map<Key, QueryState<T>>();
  const listeners = new Set<() => void>();

  const state = (key: Key): QueryState<T> => states.get(key) ?? NOT_ASKED;
  const change = (key: Key, part: Partial<QueryState<T>>) => {
    states.set(key, { ...state(key), ...part });
    for (const listener of listeners) listener();
  };
  const load = async (key: Key) => {
    if (state(key).loading) return;
    change(key, { loading: true });
    try {
      const data = await withRetries(() => ask(key));
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
