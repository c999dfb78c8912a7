import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createCatalogIndex } from './catalog-index.ts';
import { rootOf, SHELF_SIZE } from './catalog-root.ts';
import { createSearchIndex } from './search-index.ts';
import { createSearchService } from './search.service.ts';
import { foldText } from '../domain/index.ts';

const SHELVES = 12;

/** A search among full shelves. */
function open() {
  const ids = Array.from({ length: SHELVES * SHELF_SIZE - 1 }, (_, at) => at + 1);
  const root = rootOf(ids.map((joke_id) => ({ joke_id, status: 'approved' })));
  const days = new Map<number, number>();
  const all = Array.from({ length: SHELVES }, (_, number) => {
    const own = ids.filter((id) => Math.floor(id / SHELF_SIZE) === number);
    const texts = new Map(own.map((id) => [id, `Fact number ${id} by heart.`]));
    return { texts, folded: new Map(own.map((id) => [id, foldText(`Fact number ${id}`)])), days };
  });
  const shelves = { all: () => Promise.resolve(all) };
  const search = createSearchService({ shelves, index: createSearchIndex(shelves) });
  const index = createCatalogIndex(root);
  return {
    words: (query: string) => (signal: AbortSignal) => search.findWords(index, query, signal),
    near: (query: string) => (signal: AbortSignal) => search.findNear(index, query, signal),
    part: (query: string) => (signal: AbortSignal) =>
      search.find(index, query, { statuses: ['approved'], sort: 'date_desc', signal }),
  };
}

const { words, near, part } = open();

test.each([
  ['words', words('number')],
  ['what comes close', near('nubmer')],
  ['a part of a text', part('umbe')],
])(
  'a search for %s lets others go on, and stops when nobody waits for it',
  { tags: 'P22' },
  async (_what, search) => {
    await search(new AbortController().signal);
    const gone = new AbortController();
    const stopped = expect(search(gone.signal)).rejects.toThrow('gone');
    await setImmediate();
    gone.abort(new Error('gone'));
    await stopped;
  },
);
