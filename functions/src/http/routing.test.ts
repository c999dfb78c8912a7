import express from 'express';
import { expect, test } from 'vitest';
import { serve } from '../../../tests/support/api/serve.ts';
import { inTime } from './routing.ts';

/** Work that goes on until it is told to stop. */
function untilStopped(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

test.each([
  ['its client hangs up', 20, 'The client has hung up. Please try again.'],
  ['it takes too long', 0.001, 'This took too long. Please try again.'],
])('work for a request stops when %s', { tags: 'P22' }, async (_when, seconds, detail) => {
  const asked = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<unknown>();
  const app = express().get('/', async (_request, response) => {
    const work = (signal: AbortSignal) => {
      const working = untilStopped(signal);
      working.catch(stopped.resolve);
      return working;
    };
    asked.resolve();
    await inTime(response, work, seconds).catch(() => response.end());
  });
  const client = new AbortController();
  const answer = fetch(await serve(app), { signal: client.signal });
  const settled = Promise.allSettled([answer]);
  await asked.promise;
  if (seconds > 1) client.abort();
  expect(await stopped.promise).toMatchObject({ code: 'unavailable', detail });
  await settled;
});
