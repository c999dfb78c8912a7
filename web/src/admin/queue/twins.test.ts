// @module-tag U15
import { expect, test } from 'vitest';
import { exampleJoke } from '../../testing/jokes.ts';
import { sortSimilar } from '../similar-facts.tsx';
import { twinsOf } from './twins.tsx';

/** A fact that is similar to no. 1. */
const similar = (
  joke_id: number,
  status: 'pending' | 'approved' | 'rejected',
  similarity = 0.9,
) => ({
  ...exampleJoke({ joke_id, status }),
  text_hash: 'a'.repeat(16),
  status,
  similarity,
});

const keysOf = (...facts: ReturnType<typeof similar>[]) =>
  twinsOf(similar(1, 'pending'), sortSimilar(facts)).map(
    ({ key, joke }) => `${key} ${joke.joke_id}`,
  );

test('of pending facts that say the same one is kept, of two with the arrow keys, of more with numbers', () => {
  expect(keysOf(similar(2, 'pending'))).toEqual(['← 1', '→ 2']);
  expect(keysOf(similar(2, 'pending'), similar(3, 'rejected'), similar(4, 'pending'))).toEqual([
    '1 1',
    '2 2',
    '3 4',
  ]);
  expect(keysOf(...[2, 3, 4, 5, 6, 7].map((id) => similar(id, 'pending')))).toHaveLength(5);
});

test('nothing is chosen if no pending fact is like it, or a published one is', () => {
  expect(keysOf(similar(2, 'pending', 0.5), similar(3, 'rejected'))).toEqual([]);
  expect(keysOf(similar(2, 'pending'), similar(3, 'approved'))).toEqual([]);
});
