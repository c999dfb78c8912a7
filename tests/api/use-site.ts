import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import type { SeedJoke } from '../../local/seed/index.ts';
import type { Context } from '../../functions/src/context.ts';
import { openSite, type Instance, type Site } from '../site.ts';

/** A gRPC code that nobody retries. */
const PERMISSION_DENIED = 7;

/** What a test file runs on. */
export interface Running {
  readonly site: Site;
  /** The instance that the test talks to. */
  readonly api: Instance;
  /** Ends that instance and starts a fresh one: nothing in memory. */
  restart(replaced?: Partial<Context>): Promise<void>;
  /** Fills the database anew and restarts. */
  refill(jokes: readonly SeedJoke[]): Promise<void>;
}

/**
 * Gives a test file an embedded Firestore; before each test it is filled with these jokes and a
 * fresh instance of the API is started.
 */
export function useSite(jokes: readonly SeedJoke[]): Running {
  let site: Site | undefined;
  let api: Instance | undefined;

  const running: Running = {
    get site() {
      if (!site) throw new Error('The site is there from beforeAll on');
      return site;
    },
    get api() {
      if (!api) throw new Error('The API is there from beforeEach on');
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
    site = await openSite();
  });
  afterAll(() => site?.stop());
  beforeEach(() => running.refill(jokes));
  afterEach(() => {
    running.site.firestore.clearFaults();
  });
  return running;
}

/** Refuses every commit from the nth on until the faults are cleared, as when a command is cut off. */
export function refuseCommitsFrom(
  firestore: Site['firestore'],
  nth: number,
  when: 'before' | 'after' = 'before',
): void {
  firestore.inject({ rpc: 'Commit', nth, times: Infinity, code: PERMISSION_DENIED, when });
}
