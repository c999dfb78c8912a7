import { expect, test } from 'vitest';
import { createHintService } from './hints.service.ts';

const fine = {
  on_topic: true,
  offensive: false,
  spam: false,
  reason: '',
  tags: ['science' as const],
  safe: true,
};

const aJoke = (joke_id: number) => ({
  joke_id,
  joke_text: `Chuck Norris waits for nobody ${joke_id} times.`,
});

test('a review that takes too long is left out and not stored when it comes', async () => {
  const slow = Promise.withResolvers<typeof fine>();
  const stored: number[] = [];
  const lines: string[] = [];
  const service = createHintService({
    hinter: {
      name: 'a',
      hint: (text) => (text.includes('1 times') ? slow.promise : Promise.resolve(fine)),
    },
    jokes: { storeHint: (_transaction, jokeId) => stored.push(jokeId) },
    transact: (work) => work(Object.create(null)),
    log: ({ message }) => lines.push(message),
    deadlineMs: 20,
  });
  const hints = await service.of([aJoke(1), aJoke(2)]);
  expect(hints).toEqual(new Map([[2, { ...fine, reviewer: 'a' }]]));
  expect(lines).toEqual(['Failed reviews: 1']);
  slow.resolve(fine);
  await slow.promise;
  expect(stored).toEqual([2]);
});
