import { expect, test } from 'vitest';
import { exampleJoke } from '../../testing/jokes.ts';
import { withLocalChanges } from './local-changes.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2, image_url: '/old-640.webp' });
const vote = { rating: 4.2, num_votes: 3 };

test('a vote of this browser changes the average and the count', () => {
  expect(withLocalChanges(joke, undefined, vote)).toEqual({ ...joke, ...vote });
  expect(withLocalChanges(joke)).toEqual(joke);
});

test('a response that includes the vote is not changed', () => {
  const later = { ...joke, rating: 3, num_votes: 10 };
  expect(withLocalChanges(later, undefined, vote)).toEqual(later);
});

test('an image generated here replaces the previous one, and the vote stays', () => {
  const image_url = '/new-640.webp?t=1';
  expect(withLocalChanges(joke, image_url, vote)).toEqual({ ...joke, ...vote, image_url });
});
