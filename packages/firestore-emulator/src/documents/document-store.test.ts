import { beforeEach, expect, test } from 'vitest';
import { DocumentStore } from './document-store.ts';
import type { Document, Micros } from '../values/value.ts';

const ROOT = 'projects/p/databases/d/documents';
let store: DocumentStore;

beforeEach(() => {
  store = new DocumentStore();
});

function put(path: string, time: Micros): void {
  const name = `${ROOT}/${path}`;
  const document: Document = { name, fields: new Map(), createTime: time, updateTime: time };
  store.put(name, document, time);
}

function remove(path: string, time: Micros): void {
  store.put(`${ROOT}/${path}`, null, time);
}

const updateTime = (path: string, time: Micros): Micros | undefined =>
  store.at(`${ROOT}/${path}`, time)?.updateTime;

const paths = (documents: Iterable<Document>): string[] =>
  [...documents].map(({ name }) => name.slice(ROOT.length + 1));

test('a document is read as it was at any time', () => {
  put('c/a', 10);
  put('c/a', 20);
  remove('c/a', 30);
  put('c/a', 40);
  const times = [9, 10, 19, 20, 29, 30, 39, 40, 99];
  const expected = [undefined, 10, 10, 20, 20, undefined, undefined, 40, 40];
  expect(times.map((time) => updateTime('c/a', time))).toEqual(expected);
  expect(store.latest(`${ROOT}/c/a`)?.updateTime).toBe(40);
});

test('pruning leaves the versions that are read at the horizon and later', () => {
  put('c/a', 10);
  put('c/a', 20);
  put('c/a', 30);
  store.prune(25);
  expect([updateTime('c/a', 15), updateTime('c/a', 25), updateTime('c/a', 35)]).toEqual([
    undefined,
    20,
    30,
  ]);
});

test('a deletion is pruned once no read can precede it', () => {
  put('c/a', 10);
  remove('c/a', 20);
  store.prune(19);
  expect(updateTime('c/a', 19)).toBe(10);
  store.prune(20);
  expect(paths(store.scanCollection(`${ROOT}/c`, 19))).toEqual([]);
  put('c/a', 30);
  expect(updateTime('c/a', 30)).toBe(30);
});

test('a collection is scanned in the order of ids, even after it has grown', () => {
  for (const id of ['b', 'a', '__id10__', '__id9__']) put(`c/${id}`, 10);
  put('c/a/c/z', 10);
  put('cc/x', 10);
  expect(paths(store.scanCollection(`${ROOT}/c`, 10))).toEqual([
    'c/__id9__',
    'c/__id10__',
    'c/a',
    'c/b',
  ]);
  put('c/aa', 20);
  expect(paths(store.scanCollection(`${ROOT}/c`, 20))).toHaveLength(5);
  expect(paths(store.scanCollection(`${ROOT}/c`, 10))).toHaveLength(4);
});

test('descendants are found by collection id and parent', () => {
  for (const path of ['c/a', 'c/a/c/b', 'd/x/c/e', 'd/x']) put(path, 10);
  expect(paths(store.scanDescendants(ROOT, 'c', 10)).sort()).toEqual(['c/a', 'c/a/c/b', 'd/x/c/e']);
  expect(paths(store.scanDescendants(`${ROOT}/d/x`, 'c', 10))).toEqual(['d/x/c/e']);
  expect(paths(store.scanDescendants(`${ROOT}/c/a`, null, 10))).toEqual(['c/a/c/b']);
});

test('collections and missing documents are listed when there are documents below them', () => {
  put('c/a/sub/b', 10);
  put('e/x', 10);
  expect(store.collectionIds(ROOT, 10)).toEqual(['c', 'e']);
  expect(store.missingIds(`${ROOT}/c`, 10)).toEqual(['a']);
  remove('c/a/sub/b', 20);
  expect(store.collectionIds(ROOT, 20)).toEqual(['e']);
  expect(store.missingIds(`${ROOT}/c`, 20)).toEqual([]);
});
