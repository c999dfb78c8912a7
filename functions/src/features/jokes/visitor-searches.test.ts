import { expect, test } from 'vitest';
import { createVisitorSearches } from './visitor-searches.ts';

const AT_ONCE = 2;
const WAITING = 20;

/** Searches that run until they are answered. */
function open() {
  let now = Date.UTC(2026, 0, 1);
  let networks = 0;
  const searches = createVisitorSearches(() => now);
  const running: PromiseWithResolvers<string>[] = [];
  return {
    running,
    wait: (ms: number) => (now += ms),
    /** @param address three parts; by default, a network of its own */
    search: (signal = new AbortController().signal, address = `${(networks += 1)}.a.a`) => {
      const wide = address.split('.').slice(0, 2).join('.');
      const [provider = ''] = address.split('.');
      return searches({ network: { narrow: address, wide, provider }, signal }, () => {
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

test(
  'a search whose client has hung up never starts, and leaves its place to another',
  { tags: 'P22' },
  async () => {
    const { running, search } = open();
    const [first] = [search(), search()];
    const gone = new AbortController();
    const waiting = Array.from({ length: WAITING }, () => search(gone.signal));
    gone.abort(new Error('gone'));
    for (const each of waiting) await expect(each).rejects.toThrow('gone');
    const next = search();
    running[0]?.resolve('found');
    await first;
    running[2]?.resolve('found');
    expect(await next).toBe('found');
    expect(running.length).toBe(3);
  },
);
