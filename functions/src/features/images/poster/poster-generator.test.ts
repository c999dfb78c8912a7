import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { createPosterGenerator } from './poster-generator.ts';

const sentence = 'Chuck Norris counted to infinity, twice, and then he waited for the rest of us.';

describe('a poster', () => {
  const draw = (jokeText: string, previous: string | null = null) =>
    createPosterGenerator().generate({ jokeText, previous });

  test('is a square PNG, the same each time', async () => {
    const [first, second] = await Promise.all([draw(sentence), draw(sentence)]);
    expect(await sharp(first).metadata()).toMatchObject({
      format: 'png',
      width: 1_024,
      height: 1_024,
    });
    expect(Buffer.from(first).equals(second)).toBe(true);
  });

  test('that replaces another looks different', async () => {
    const [first, second] = await Promise.all([draw(sentence), draw(sentence, 'a')]);
    expect(Buffer.from(first).equals(second)).toBe(false);
  });

  test.each(['🤠🤠🤠🤠🤠🤠🤠🤠🤠🤠', '<script>&"\'</script>', '漢字'.repeat(10), 'x'.repeat(500)])(
    'can be drawn for %.20s',
    async (jokeText) => {
      expect((await sharp(await draw(jokeText)).metadata()).width).toBe(1_024);
    },
  );
});
