import { afterEach, expect, test } from 'vitest';
import { exampleJoke } from '../../testing/jokes.ts';
import { changeJoke, useLocalChanges, withLocalChange } from './local-changes.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2, image_url: '/old-640.webp' });
const vote = { rating: 4.2, num_votes: 3 };

afterEach(() => useLocalChanges.setState({}, true));

test('a vote of this browser changes the average and the count', () => {
  expect(withLocalChange(joke, undefined, vote)).toEqual({ ...joke, ...vote });
  expect(withLocalChange(joke)).toEqual(joke);
});

test('a response that includes the vote is not changed', () => {
  const later = { ...joke, rating: 3, num_votes: 10 };
  expect(withLocalChange(later, undefined, vote)).toEqual(later);
});

test('an image generated here replaces the previous one of its own joke, and the vote stays', () => {
  changeJoke(7, { image_url: '/new-640.webp?t=1' });
  const changes = useLocalChanges.getState();
  expect(withLocalChange(joke, changes[7], vote)).toEqual({
    ...joke,
    ...vote,
    image_url: '/new-640.webp?t=1',
  });
  expect(changes[8]).toBeUndefined();
});
