import { expect, test } from 'vitest';
import { createQueue } from './queue.ts';

test('what waits too long for its turn is rejected without running', async () => {
  let now = 0;
  const queue = createQueue({
    milliseconds: 10,
    clock: () => now,
    late: () => new Error('late'),
  });
  const first = Promise.withResolvers<string>();
  const started = Promise.withResolvers<void>();
  const results = Promise.allSettled([
    queue(() => {
      started.resolve();
      return first.promise;
    }),
    queue(() => Promise.reject(new Error('It ran'))),
  ]);
  await started.promise;
  now = 11;
  first.resolve('in time');
  expect(await results).toMatchObject([{ value: 'in time' }, { reason: { message: 'late' } }]);
});
