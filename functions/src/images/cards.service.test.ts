import { expect, test } from 'vitest';
import { createCardService } from './cards.service.ts';

/** The service, and the drawings that each test finishes. */
function start() {
  const drawings: { text: string; finish: () => void }[] = [];
  const service = createCardService({
    find: (_identity, jokeIds) =>
      Promise.resolve(
        jokeIds.map((id) => ({ joke_id: id, joke_text: `Card ${id} draws itself.`, image: null })),
      ),
    images: { read: () => Promise.resolve(undefined) },
    host: 'facts.example',
    drawCard: ({ jokeText }) => {
      const { promise, resolve } = Promise.withResolvers<Uint8Array>();
      drawings.push({ text: jokeText, finish: () => resolve(Buffer.from(jokeText)) });
      return promise;
    },
    clock: () => 0,
    log: () => undefined,
  });
  return {
    read: (jokeId: number) => service.read(jokeId),
    drawings,
    /** Resolves when this many drawings have started. */
    started: (count: number) => expect.poll(() => drawings.length).toBe(count),
  };
}

test('cards are drawn one at a time, and identical calls share one', async () => {
  const { read, drawings, started } = start();
  const answers = [read(1), read(2), read(1), read(2)];
  await started(1);
  drawings[0]?.finish();
  await answers[0];
  await started(2);
  drawings[1]?.finish();
  const texts = (await Promise.all(answers)).map((card) => Buffer.from(card).toString());
  expect(texts).toEqual([1, 2, 1, 2].map((id) => `Card ${id} draws itself.`));
  expect(drawings).toHaveLength(2);
});

test('the last fifty cards are drawn once', async () => {
  const { read, drawings, started } = start();
  for (let id = 1; id <= 51; id += 1) {
    const answer = read(id);
    await started(id);
    drawings[id - 1]?.finish();
    await answer;
  }
  for (let id = 51; id >= 2; id -= 1) await read(id);
  expect(drawings).toHaveLength(51);
  void read(1);
  await started(52);
});
