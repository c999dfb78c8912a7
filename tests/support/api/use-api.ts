import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { SeedJoke } from '../../../local/seed/index.ts';
import type { Context } from '../../../functions/src/site.ts';
import { openApi, type Instance, type ApiSite } from '../api-site.ts';

/** A gRPC code that is never retried. */
const PERMISSION_DENIED = 7;

/** The site of a test file. */
export interface Running {
  readonly site: ApiSite;
  /** The instance that the test calls. */
  readonly api: Instance;
  /** Stops that instance and starts a new one with empty caches. */
  restart(replaced?: Partial<Context>): Promise<void>;
  /** Empties the database, fills it and restarts the instance. */
  refill(jokes: readonly SeedJoke[]): Promise<void>;
}

/**
 * Provides a test file with an embedded Firestore. Before each test, fills it with these jokes and starts
 * a new instance of the API.
 * @param options contention 'production': contending transactions are aborted, as in production
 */
export function useApi(
  jokes: readonly SeedJoke[],
  options: { contention?: 'production' } = {},
): Running {
  let site: ApiSite | undefined;
  let api: Instance | undefined;

  const running: Running = {
    get site() {
      if (!site) throw new Error('The site is available from beforeAll on');
      return site;
    },
    get api() {
      if (!api) throw new Error('The API is available from beforeEach on');
      return api;
    },
    async restart(replaced) {
      await api?.stop();
      api = await running.site.start(replaced);
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
  beforeEach(() => running.refill(jokes));
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
