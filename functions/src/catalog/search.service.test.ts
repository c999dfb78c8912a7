import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { aJoke } from '../../../tests/support/api/jokes.ts';
import { createCatalog } from './catalog.ts';
import { catalogEntry } from './joke-document.ts';
import { createSearchService } from './search.service.ts';

const JOKES = 2_400;

/** A search among many jokes. */
function open() {
  const catalog = createCatalog({ clock: () => 0, monotonic: () => 0 });
  for (let joke_id = 1; joke_id <= JOKES; joke_id += 1) {
    catalog.apply({ joke_id, version: 1, joke: catalogEntry.parse(aJoke(joke_id)) });
  }
  const search = createSearchService();
  return {
    words: (query: string) => () => search.findWords(catalog, query),
    near: (query: string) => () => search.findNear(catalog, query),
    part: (query: string) => () =>
      search.find(catalog, query, { statuses: ['approved'], sort: 'date_desc' }),
  };
}

const { words, near, part } = open();

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
