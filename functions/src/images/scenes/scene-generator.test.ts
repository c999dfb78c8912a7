import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { TAGS } from '../../domain/index.ts';
import type { ImageRequest } from '../image-generator.ts';
import { drawScene, sceneGenerator } from './scene-generator.ts';

const sentence = 'Chuck Norris counted to infinity, twice, and then he waited for the rest of us.';
const requestOf = (changed: Partial<ImageRequest> = {}): ImageRequest => ({
  jokeText: sentence,
  tags: ['science'],
  previous: null,
  ...changed,
});
const draw = async (changed: Partial<ImageRequest> = {}) =>
  Buffer.from(await sceneGenerator.generate(requestOf(changed)));

describe('a scene', () => {
  test('is a square PNG, the same each time', async () => {
    const [first, second] = await Promise.all([draw(), draw()]);
    expect(await sharp(first).metadata()).toMatchObject({
      format: 'png',
      width: 1_024,
      height: 1_024,
    });
    expect(first.equals(second)).toBe(true);
  });

  test('that replaces another looks different', async () => {
    const [first, second] = await Promise.all([draw(), draw({ previous: 'a' })]);
    expect(first.equals(second)).toBe(false);
  });

  test('shows what the joke is about', () => {
    const scenes = TAGS.map((tag) => drawScene(requestOf({ tags: [tag] })));
    expect(new Set(scenes).size).toBe(TAGS.length);
  });

  test.each(['🤠🤠🤠🤠🤠🤠🤠🤠🤠🤠', '<script>&"\'</script>', '漢字'.repeat(10), 'x'.repeat(500)])(
    'has no word of %.20s',
    async (jokeText) => {
      for (const tag of TAGS) {
        const scene = drawScene(requestOf({ jokeText, tags: [tag] }));
        expect(scene).not.toMatch(/<(?:text|tspan|image|script)/);
        expect(scene).not.toContain(jokeText);
      }
      expect((await sharp(await draw({ jokeText, tags: [] })).metadata()).width).toBe(1_024);
    },
  );
});
