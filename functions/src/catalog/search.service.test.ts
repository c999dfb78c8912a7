import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aJoke } from '../../../tests/support/api/jokes.ts';
import { generateJokes } from '../../../tests/support/generated-jokes.ts';
import { createRandom } from '../../../tests/support/random.ts';
import { foldText } from '../domain/index.ts';
import { createCatalog } from './catalog.ts';
import { anyJoke } from './joke.ts';
import { createSearchService } from './search.service.ts';

const JOKES = 2_400;

/** A search among jokes with these texts, numbered from 1. */
function open(texts: readonly string[]) {
  const catalog = createCatalog({ clock: () => 0, monotonic: () => 0 });
  for (const [at, joke_text] of texts.entries()) {
    const joke = anyJoke.parse(aJoke(at + 1, { joke_text }));
    catalog.apply({ joke_id: at + 1, version: 1, joke });
  }
  const search = createSearchService();
  return {
    words: (query: string) => () => search.findWords(catalog, query),
    near: (query: string) => () => search.findNear(catalog, query),
    part: (query: string) => () =>
      search.find(catalog, query, { statuses: ['approved'], sort: 'date_desc' }),
  };
}

const { words, near, part } = open(
  Array.from({ length: JOKES }, (_, index) => aJoke(index + 1).joke_text),
);

test.each([
  ['words', words('number')],
  ['what comes close', near('nubmer')],
  ['a part of a text', part('umbe')],
])('a search for %s lets others go on', { tags: 'P22' }, async (_what, search) => {
  // Loads what later searches use.
  await search();
  const searching = search().then(() => 'the search');
  expect(await Promise.race([searching, setImmediate('another')])).toBe('another');
  await searching;
});

test.each([
  ['push up', 'He does push-ups.'],
  ['push-ups', 'He does push-ups.'],
  ['pushups', 'He does push-ups.'],
  ['wifi password', 'His Wi-Fi has a password.'],
  ['Wi-Fi', 'His Wi-Fi has a password.'],
  ['sharks', 'A shark has sharks.', 'A shark swims home.'],
  ['ninjas in yards', 'A ninja sits in his yard.'],
])('%s is found in the singular, and with or without its hyphen', async (query, ...texts) => {
  const others = ['He asks for news.', 'It shares his pushcart.', 'That glass is as thin as this.'];
  const found = await open([...texts, ...others]).words(query)();
  expect(found.map(({ joke_text }) => joke_text)).toEqual(texts);
});

test('a part of a text, in any case and with or without its accents, finds each text that has it, and no other', async () => {
  const random = createRandom(7);
  const below = (most: number) => Math.floor(random() * most);
  const texts = Array.from(generateJokes({ count: 400 }), ({ joke_text }) => joke_text);
  const folded = texts.map(foldText);
  const generated = open(texts);
  let asked = 0;
  while (asked < 500) {
    const text = texts[below(texts.length)] ?? '';
    const start = below(text.length);
    const piece = text.slice(start, start + 2 + below(14)).trim();
    const plain = below(2) === 0 ? piece : piece.normalize('NFD').replace(/\p{Mark}/gu, '');
    const query = below(2) === 0 ? plain : plain.toUpperCase();
    // Some letters fold differently in upper case: ß becomes SS.
    if (query === '' || foldText(query) !== foldText(piece)) continue;
    asked += 1;
    const found = (await generated.part(query)()).map(({ joke_id }) => joke_id);
    const expected = folded.flatMap((each, at) => (each.includes(foldText(piece)) ? at + 1 : []));
    expect([query, found]).toEqual([query, expected.toReversed()]);
  }
});
