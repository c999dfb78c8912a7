import { afterEach, expect, test } from 'vitest';
import { exampleJoke } from '../../testing/jokes.ts';
import {
  forgetTally,
  noteImage,
  noteTally,
  useKnownChanges,
  withKnownChanges,
} from './known-changes.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2, image_url: '/old-640.webp' });
const voted = { rating: 4.2, num_votes: 3 };

afterEach(() => useKnownChanges.setState({ tallies: {}, images: {} }));

const shown = (given = joke) => withKnownChanges(given, useKnownChanges.getState());

test('a vote is laid over its joke, and over no other', () => {
  noteTally(7, voted);
  expect(shown()).toEqual({ ...joke, ...voted });
  const other = exampleJoke({ joke_id: 8, rating: 1, num_votes: 2 });
  expect(shown(other)).toEqual(other);
});

test('an answer from after the vote is left alone', () => {
  noteTally(7, voted);
  const later = { ...joke, rating: 3, num_votes: 10 };
  expect(shown(later)).toEqual(later);
});

test('a vote that is taken back leaves what the server said', () => {
  noteTally(7, voted);
  forgetTally(7);
  expect(shown()).toEqual(joke);
});

test('a picture made here replaces the one before, and the vote stays', () => {
  noteTally(7, voted);
  noteImage(7, '/new-640.webp?t=1');
  expect(shown()).toEqual({ ...joke, ...voted, image_url: '/new-640.webp?t=1' });
});
