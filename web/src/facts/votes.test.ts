import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { recentVotes, recordVote, votedJokes, type RecentVote } from './votes.ts';

let storage = new MemoryStorage();
const storedAt = (key: string): unknown => JSON.parse(storage.items.get(key) ?? '{}');
const stored = () => storedAt('votedJokes');
const storedRecent = () => storedAt('recentVotes');

/** A vote without an answer. */
const voteOf = (stars: number): RecentVote => ({
  key: '3f1b9a52-7c11-4a40-8a0e-5f6d1c2b3a49',
  stars,
  rating: 4.5,
  num_votes: 3,
  answered_at: null,
});

const record = (jokeId: number, stars: number) => recordVote(jokeId, voteOf(stars));

/** What this page knows. */
const known = () => [votedJokes.latest(), recentVotes.latest()];

/** What is read if this is stored. */
function read(votes: unknown, recent: unknown) {
  storage.items.set('votedJokes', typeof votes === 'string' ? votes : JSON.stringify(votes));
  storage.items.set('recentVotes', typeof recent === 'string' ? recent : JSON.stringify(recent));
  return known();
}

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  recentVotes.save({});
  votedJokes.save({});
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('a vote is stored with its key until its answer, and then for an hour with the result', () => {
  vi.useFakeTimers({ now: 0 });
  record(7, 4);
  expect(storedRecent()).toEqual({ 7: voteOf(4) });
  const answered = { ...voteOf(4), rating: 4.2, answered_at: 0 };
  recordVote(7, answered);
  vi.setSystemTime(59 * 60_000);
  record(8, 1);
  expect(storedRecent()).toEqual({ 7: { ...answered, key: '' }, 8: voteOf(1) });
  expect(recentVotes.latest()).toEqual(storedRecent());
  vi.setSystemTime(61 * 60_000);
  record(9, 2);
  expect(storedRecent()).toEqual({ 8: voteOf(1), 9: voteOf(2) });
  expect(stored()).toEqual({ 7: 4, 8: 1, 9: 2 });
});

test("another tab's votes are neither overwritten nor ignored", () => {
  record(7, 4);
  storage.items.set('votedJokes', '{"7":4,"9":2}');
  storage.items.set('recentVotes', JSON.stringify({ 7: voteOf(4), 9: voteOf(2) }));
  record(8, 1);
  expect(stored()).toEqual({ 7: 4, 8: 1, 9: 2 });
  expect(storedRecent()).toEqual({ 7: voteOf(4), 8: voteOf(1), 9: voteOf(2) });
  storage.items.clear();
  expect(known()).toEqual([{}, {}]);
});

test('votes last as long as the page if storage is full, and none is stored without its key', () => {
  storage.full = true;
  record(7, 4);
  storage.full = false;
  const setItem = storage.setItem.bind(storage);
  storage.setItem = (key, value) => {
    if (key === 'recentVotes') throw new Error('QuotaExceededError');
    setItem(key, value);
  };
  record(8, 1);
  expect(known()).toEqual([
    { 7: 4, 8: 1 },
    { 7: voteOf(4), 8: voteOf(1) },
  ]);
  expect([...storage.items]).toEqual([]);
});

test('invalid entries are dropped, valid ones are kept', () => {
  const votes = { 7: 4, 8: 0, 9: 6, 10: '5', 11: 2.5, 12: null, abc: 3, '-1': 3, '0': 3, 13: 5 };
  const recent = {
    7: voteOf(4),
    8: voteOf(6),
    9: { ...voteOf(4), key: 'x' },
    10: { ...voteOf(4), rating: '4' },
    11: { ...voteOf(4), num_votes: 0 },
    12: { ...voteOf(4), answered_at: 'now' },
    13: null,
    14: 5,
    x: voteOf(4),
  };
  expect(read(votes, recent)).toEqual([{ 7: 4, 13: 5 }, { 7: voteOf(4) }]);
});
