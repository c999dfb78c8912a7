import { expect, test } from 'vitest';
import { usePending, whilePending } from './pending.ts';

test(
  'the visitor waits until all that was begun has ended, also if it has failed',
  { tags: 'U20' },
  async () => {
    let fail = () => {};
    let succeed = () => {};
    const script = whilePending(
      new Promise((_resolve, reject) => (fail = () => reject(new Error('missing')))),
    );
    const card = whilePending(new Promise((resolve) => (succeed = () => resolve('a card'))));
    await expect.poll(() => usePending.getState()).toBe(2);
    fail();
    await expect(script).rejects.toThrow('missing');
    expect(usePending.getState()).toBe(1);
    succeed();
    expect(await card).toBe('a card');
    expect(usePending.getState()).toBe(0);
  },
);
