import { afterEach, expect, test } from 'vitest';
import { exampleJoke } from '../../testing/jokes.ts';
import {
  clearTally,
  setImage,
  setTally,
  useLocalChanges,
  withLocalChanges,
} from './local-changes.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2, image_url: '/old-640.webp' });
const voted = { rating: 4.2, num_votes: 3 };

afterEach(() => useLocalChanges.setState({ tallies: {}, images: {} }));

const shown = (given = joke) => withLocalChanges(given, useLocalChanges.getState());

test('a vote changes its own joke and no other', () => {
  setTally(7, voted);
  expect(shown()).toEqual({ ...joke, ...voted });
  const other = exampleJoke({ joke_id: 8, rating: 1, num_votes: 2 });
  expect(shown(other)).toEqual(other);
});

test('a response that includes the vote is not changed', () => {
  setTally(7, voted);
  const later = { ...joke, rating: 3, num_votes: 10 };
  expect(shown(later)).toEqual(later);
});

test("after a vote is reverted, the server's data is shown", () => {
  setTally(7, voted);
  clearTally(7);
  expect(shown()).toEqual(joke);
});

test('an image generated here replaces the previous one, and the vote stays', () => {
  setTally(7, voted);
  setImage(7, '/new-640.webp?t=1');
  expect(shown()).toEqual({ ...joke, ...voted, image_url: '/new-640.webp?t=1' });
});
