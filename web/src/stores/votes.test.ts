import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { parseVotes, useVotes } from './votes.ts';

let storage = new MemoryStorage();
const stored = (): unknown => JSON.parse(storage.items.get('votedJokes') ?? '{}');

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  useVotes.setState({ votes: {} });
});
afterEach(() => vi.unstubAllGlobals());

test('a vote is stored under votedJokes, as a map of joke id to rating', () => {
  useVotes.getState().record(7, 4);
  useVotes.getState().record(8, 1);
  expect(stored()).toEqual({ 7: 4, 8: 1 });
  useVotes.getState().forget(7);
  expect(stored()).toEqual({ 8: 1 });
  expect(useVotes.getState().votes).toEqual({ 8: 1 });
});

test("another tab's votes are neither overwritten nor ignored", () => {
  useVotes.getState().record(7, 4);
  storage.items.set('votedJokes', '{"7":4,"9":2}');
  useVotes.getState().record(8, 1);
  expect(stored()).toEqual({ 7: 4, 8: 1, 9: 2 });
  storage.items.set('votedJokes', '{}');
  useVotes.getState().reload();
  expect(useVotes.getState().votes).toEqual({});
});

test('corrupt storage is replaced by the next vote', () => {
  storage.items.set('votedJokes', '<oops>');
  useVotes.getState().record(7, 4);
  expect(stored()).toEqual({ 7: 4 });
});

test('votes last as long as the page if storage is full', () => {
  storage.full = true;
  useVotes.getState().record(7, 4);
  useVotes.getState().record(8, 1);
  expect(useVotes.getState().votes).toEqual({ 7: 4, 8: 1 });
  expect(stored()).toEqual({});
});

test('votes last as long as the page if there is no storage', () => {
  vi.stubGlobal('localStorage', undefined);
  useVotes.getState().record(7, 4);
  useVotes.getState().record(8, 1);
  useVotes.getState().forget(7);
  expect(useVotes.getState().votes).toEqual({ 8: 1 });
});

test('a stored map is read', () => {
  expect(parseVotes('{"7":4,"12":1}')).toEqual({ 7: 4, 12: 1 });
});

test.each([
  ['nothing', null],
  ['invalid JSON', '{"7":'],
  ['null', 'null'],
  ['a number', '5'],
  ['a text', '"votes"'],
  ['an empty text', ''],
])('%s is read as no votes', (_what, stored) => {
  expect(parseVotes(stored)).toEqual({});
});

test('invalid entries are dropped, valid ones are kept', () => {
  const stored = { 7: 4, 8: 0, 9: 6, 10: '5', 11: 2.5, 12: null, abc: 3, '-1': 3, '0': 3, 13: 5 };
  expect(parseVotes(JSON.stringify(stored))).toEqual({ 7: 4, 13: 5 });
});
