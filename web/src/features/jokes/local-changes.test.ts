import { afterEach, expect, test } from 'vitest';
import { exampleJoke } from '../../testing/jokes.ts';
import { changeJoke, revertRating, useLocalChanges, withLocalChange } from './local-changes.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2, image_url: '/old-640.webp' });
const voted = { rating: 4.2, num_votes: 3 };

afterEach(() => useLocalChanges.setState({}, true));

const shown = (given = joke) => withLocalChange(given, useLocalChanges.getState()[given.joke_id]);

test('a vote changes its own joke and no other', () => {
  const other = exampleJoke({ joke_id: 8, rating: 1, num_votes: 2 });
  const before = useLocalChanges.getState()[8];
  changeJoke(7, voted);
  expect(shown()).toEqual({ ...joke, ...voted });
  expect(shown(other)).toEqual(other);
  expect(useLocalChanges.getState()[8]).toBe(before);
});

test('a response that includes the vote is not changed', () => {
  changeJoke(7, voted);
  const later = { ...joke, rating: 3, num_votes: 10 };
  expect(shown(later)).toEqual(later);
});

test("after a vote is reverted, the server's data is shown", () => {
  changeJoke(7, voted);
  revertRating(7);
  expect(shown()).toEqual(joke);
});

test('an image generated here replaces the previous one, and the vote stays', () => {
  changeJoke(7, voted);
  changeJoke(7, { image_url: '/new-640.webp?t=1' });
  expect(shown()).toEqual({ ...joke, ...voted, image_url: '/new-640.webp?t=1' });
  revertRating(7);
  expect(shown()).toEqual({ ...joke, image_url: '/new-640.webp?t=1' });
});
