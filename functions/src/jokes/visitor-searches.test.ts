import { expect, test } from 'vitest';
import { createVisitorSearches } from './visitor-searches.ts';

const AT_ONCE = 2;
const WAITING = 20;

/** Searches that run until they are answered. */
function open() {
  let networks = 0;
  const searches = createVisitorSearches(() => 0);
  const running: PromiseWithResolvers<string>[] = [];
  return {
    running,
    /** Searches from a network of its own. */
    search: () => {
      networks += 1;
      const network = { subnet: String(networks), provider: String(networks) };
      return searches(network, () => {
        const own = Promise.withResolvers<string>();
        running.push(own);
        return own.promise;
      });
    },
  };
}

test(
  'two searches run at once, twenty more wait, and any others are refused',
  { tags: 'P22' },
  async () => {
    const { running, search } = open();
    const accepted = Array.from({ length: AT_ONCE + WAITING }, () => search());
    expect(running.length).toBe(AT_ONCE);
    expect(() => search()).toThrow(
      expect.objectContaining({ code: 'unavailable', retryAfter: expect.any(Number) }),
    );
    for (let at = 0; at < accepted.length; at += 1) {
      running[at]?.resolve('found');
      expect(await accepted[at]).toBe('found');
      expect(running.length).toBeLessThanOrEqual(at + 1 + AT_ONCE);
    }
    expect(running.length).toBe(accepted.length);
  },
);
