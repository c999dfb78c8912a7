import { beforeEach, expect, test } from 'vitest';
import { DocumentStore } from './document-store.ts';
import { fieldPath } from '../values/field-path.ts';
import { compareValues } from '../values/order.ts';
import type { Document, Fields, Micros, Value } from '../values/value.ts';

const ROOT = 'projects/p/databases/d/documents';
let store: DocumentStore;

beforeEach(() => {
  store = new DocumentStore(compareValues);
});

function put(path: string, time: Micros, fields: Fields = new Map()): void {
  const name = `${ROOT}/${path}`;
  const document: Document = { name, fields, createTime: time, updateTime: time };
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

const integer = (value: number): Value => ({ type: 'integer', value: BigInt(value) });

/** The ids of the documents that have a rank, in the order of it. */
function ranked(time: Micros, equal?: Value): string | undefined {
  const documents = store.findByField(`${ROOT}/c`, fieldPath(['rank']), time, equal);
  return documents?.map(({ name }) => name.at(-1)).join('');
}

test('a field orders the documents that have it, also after changes, but not in the past', () => {
  const rank = (id: string, time: Micros, value: Value) =>
    put(`c/${id}`, time, new Map([['rank', value]]));
  rank('a', 1, integer(2));
  rank('b', 1, integer(1));
  put('c/x', 1);
  expect([ranked(0), ranked(1)]).toEqual([undefined, 'ba']);
  rank('b', 2, { type: 'double', value: 2 });
  rank('c', 2, integer(0));
  rank('a', 2, integer(2));
  expect([ranked(1), ranked(2), ranked(2, integer(2))]).toEqual([undefined, 'cab', 'ab']);
  remove('c/c', 3);
  put('c/x', 3, new Map([['rank', { type: 'null' }]]));
  put('c/a', 3);
  store.prune(3);
  expect([ranked(3), ranked(3, integer(0)), ranked(4, integer(2))]).toEqual(['xb', '', 'b']);
});
