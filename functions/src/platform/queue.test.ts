import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test(
  'two tasks run at once, twenty more wait, and any others are refused',
  { tags: 'P22' },
  async () => {
    const queue = createQueue({ atOnce: 2, places: 20, full: 'Too many people are searching.' });
    const running: PromiseWithResolvers<string>[] = [];
    const search = () =>
      queue(() => {
        const own = Promise.withResolvers<string>();
        running.push(own);
        return own.promise;
      });
    const accepted = Array.from({ length: 22 }, search);
    expect(running.length).toBe(2);
    expect(search).toThrow(
      expect.objectContaining({
        code: 'unavailable',
        message: 'Too many people are searching. Please try again.',
        retryAfter: 5,
      }),
    );
    for (let at = 0; at < accepted.length; at += 1) {
      running[at]?.resolve('found');
      expect(await accepted[at]).toBe('found');
      expect(running.length).toBeLessThanOrEqual(at + 3);
    }
    expect(running.length).toBe(accepted.length);
  },
);

test(
  'a task whose signal is aborted leaves the line, but one that runs keeps its place',
  { tags: 'P26' },
  async () => {
    const queue = createQueue({ places: 1, full: 'Too many.' });
    const { promise, resolve } = Promise.withResolvers<string>();
    const started: string[] = [];
    const add = (name: string, signal?: AbortSignal) =>
      queue(
        () => {
          started.push(name);
          return promise;
        },
        { ...(signal && { signal }) },
      );
    const [leaving, gone] = [new AbortController(), new Error('gone')];
    const first = add('first', leaving.signal);
    const second = add('second', leaving.signal);
    expect(() => add('third')).toThrow('Too many.');
    leaving.abort(gone);
    await expect(second).rejects.toBe(gone);
    await expect(queue(() => promise, { signal: AbortSignal.abort(gone) })).rejects.toBe(gone);
    const last = add('last');
    expect(started).toEqual(['first']);
    resolve('done');
    expect(await Promise.all([first, last])).toEqual(['done', 'done']);
    expect(started).toEqual(['first', 'last']);
  },
);

test('an urgent task gets a place in a full queue and goes first', { tags: 'S6' }, async () => {
  const queue = createQueue({ places: 10, urgentPlaces: 3, full: 'Too many.' });
  const done: string[] = [];
  const add = async (name: string, isUrgent: boolean) =>
    queue(() => Promise.resolve(done.push(name)), { isUrgent });
  const results = Promise.allSettled([
    ...Array.from({ length: 20 }, (_, index) => add(`other ${index}`, false)),
    ...Array.from({ length: 5 }, (_, index) => add(`urgent ${index}`, true)),
  ]);
  expect((await results).filter(({ status }) => status === 'rejected')).toHaveLength(14);
  expect(done).toHaveLength(11);
  expect(done.slice(0, 5)).toEqual(['other 0', 'urgent 0', 'urgent 1', 'urgent 2', 'other 1']);
  await expect(queue(() => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
  expect(await queue(() => Promise.resolve('works again'))).toBe('works again');
});
