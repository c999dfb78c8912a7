import sharp from 'sharp';
import { expect, test } from 'vitest';
import { TAGS } from '../domain/index.ts';
import type { ImageRequest } from './image-generator.ts';
import { drawScene, sceneGenerator } from './scenes.ts';

const requestOf = (changed: Partial<ImageRequest> = {}): ImageRequest => ({
  jokeText: 'Chuck Norris counted to infinity, twice.',
  tags: ['science'],
  previous: null,
  ...changed,
});

test('a scene is a square PNG, the same each time', async () => {
  const [first, second] = await Promise.all([
    sceneGenerator.generate(requestOf()),
    sceneGenerator.generate(requestOf()),
  ]);
  const { format, width, height } = await sharp(first).metadata();
  expect({ format, width, height }).toEqual({ format: 'png', width: 1_024, height: 1_024 });
  expect(first).toEqual(second);
});

test('a scene that replaces another one looks different', () => {
  expect(drawScene(requestOf({ previous: 'a' }))).not.toBe(drawScene(requestOf()));
});

test('a scene shows what the joke is about, without its words', () => {
  const jokeText = '<script>&"\'</script>';
  const scenes = TAGS.map((tag) => drawScene(requestOf({ jokeText, tags: [tag] })));
  expect(new Set(scenes).size).toBe(TAGS.length);
  for (const scene of scenes) expect(scene).not.toMatch(/<(?:text|tspan|image|script)/);
});
