import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { SeedJoke } from '../../../local/seed/index.ts';
import type { Log } from '../../../functions/src/platform/log.ts';
import { openApi, type ApiSite, type Instance, type Replaced } from '../api-site.ts';

/** A gRPC code that is never retried. */
const PERMISSION_DENIED = 7;

/** The site of a test file. */
export interface Running {
  readonly site: ApiSite;
  /** The instance that the test calls. */
  readonly api: Instance;
  /** What all instances have logged during the test. */
  readonly logged: Parameters<Log>[0][];
  /** Waits for the lines of `count` requests. */
  loggedRequests(count: number): Promise<Parameters<Log>[0][]>;
  /** What Firestore is charged for an action. */
  costOf: (action: () => Promise<unknown>) => Promise<{ reads: number; writes: number }>;
  /** Starts another instance with empty caches. */
  start(replaced?: Replaced): Promise<Instance>;
  /** Stops the instance that the test calls and starts a new one. */
  restart(replaced?: Replaced): Promise<void>;
  /** Empties the database, fills it and restarts the instance. */
  refill(jokes: readonly SeedJoke[]): Promise<void>;
}

/**
 * Provides a test file with an embedded Firestore. Before each test, fills it with these jokes and starts
 * a new instance of the API.
 * @param always replaces parts of all its instances
 * @param options contention 'production': contending transactions are aborted, as in production
 */
export function useApi(
  jokes: readonly SeedJoke[],
  always: Replaced = {},
  options: { contention?: 'production' } = {},
): Running {
  let site: ApiSite | undefined;
  let api: Instance | undefined;

  const logged: Running['logged'] = [];

  const running: Running = {
    logged,
    async loggedRequests(count) {
      const lines = () => logged.filter((entry) => 'latency_ms' in entry);
      // A line is written after its response is sent, so the client may get the response first.
      await expect.poll(() => lines().length).toBeGreaterThanOrEqual(count);
      return lines();
    },
    async costOf(action) {
      running.site.firestore.resetRecords();
      await action();
      const { reads, writes } = running.site.firestore.totals();
      return { reads, writes };
    },
    get site() {
      if (!site) throw new Error('The site is available from beforeAll on');
      return site;
    },
    get api() {
      if (!api) throw new Error('The API is available from beforeEach on');
      return api;
    },
    start: (replaced = {}) =>
      running.site.start({
        log: (entry) => void logged.push(entry),
        ...always,
        ...replaced,
        config: { ...always.config, ...replaced.config },
      }),
    async restart(replaced) {
      await api?.stop();
      api = await running.start(replaced);
    },
    async refill(others) {
      await running.site.fill(others);
      await running.restart();
    },
  };

  beforeAll(async () => {
    site = await openApi(options);
  });
  afterAll(() => site?.stop());
  beforeEach(() => {
    logged.length = 0;
    return running.refill(jokes);
  });
  afterEach(() => {
    running.site.firestore.clearFaults();
  });
  return running;
}

/** Refuses every commit from the nth on until the faults are cleared, like an interrupted command. */
export function refuseCommitsFrom(firestore: ApiSite['firestore'], nth: number): void {
  firestore.inject({
    rpc: 'Commit',
    nth,
    times: Infinity,
    code: PERMISSION_DENIED,
    when: 'before',
  });
}
