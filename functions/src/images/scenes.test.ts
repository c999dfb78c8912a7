import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { ImageRequest } from './image-generator.ts';
import { drawScene, motifOf, sceneGenerator } from './scenes.ts';

const requestOf = (changed: Partial<ImageRequest> = {}): ImageRequest => ({
  jokeText: 'Chuck Norris counted to infinity, twice.',
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

/** Texts that name the twelve motifs. */
const NAMING = [
  'Cactuses still have their hands up. Nobody told them Chuck Norris left.',
  'You still have Chuck Norris’s ladder, and he knows.',
  'The moon is full. Chuck Norris cooked.',
  'Chuck Norris rocks the boat to sleep.',
  'The fish say Chuck Norris was this big.',
  'Chuck Norris cracked an egg. It gave him three names.',
  'When Chuck Norris hugs a tree, you get syrup.',
  'It goes, “Bed.”',
  'There’s no horn on Chuck Norris’s truck. It has a reputation.',
  'My car wouldn’t start. Chuck Norris asked it why.',
  'A razor company sent Chuck Norris a razor. It came back with a beard.',
  'For sale: door. Used once. Chuck Norris knocked.',
];

test('a scene shows what the joke names, without its words', { tags: 'U18' }, () => {
  expect(new Set(NAMING.map(motifOf)).size).toBe(NAMING.length);
  for (const jokeText of NAMING) {
    const scene = drawScene(requestOf({ jokeText }));
    expect(scene).toContain(motifOf(jokeText));
    expect(scene).not.toMatch(/<(?:text|tspan|image|script)/);
  }
});

test.each([
  'The lion trotted into the arena, saw Chuck Norris and began to limp.',
  'The girl next door sold Chuck Norris cookies.',
  'Chuck Norris has a doorstop.',
  'Chuck Norris is a member of every family tree.',
  '<script>&"\'</script>',
])('a scene of %j shows only rays', { tags: 'U18' }, (jokeText) => {
  expect(motifOf(jokeText)).toBeUndefined();
  expect(drawScene(requestOf({ jokeText }))).not.toMatch(/<circle|undefined|script/);
});
