import { expect, test } from 'vitest';
import { exampleJoke } from '../testing/jokes.ts';
import { isAnswerOf, parseResponse } from './read-response.ts';

const { user_can_vote: _, status: __, status_id: ___, ...joke } = exampleJoke();

/** The joke as the client reads it, or null if it rejects it. */
function read(fields: object): unknown {
  const parsed = parseResponse(JSON.stringify({ ...joke, ...fields }));
  return isAnswerOf('getRandomJoke', parsed) ? parsed : null;
}

test.each([
  [{ status: 'approved' }, 'approved', 1],
  [{ status: 'active' }, 'approved', 1],
  [{ status: 'pending' }, 'pending', 2],
  [{ status_id: 1 }, 'approved', 1],
  [{ status_id: 2 }, 'pending', 2],
  [{ status_id: 3 }, 'rejected', 3],
  [{ status_id: 9 }, 'rejected', 9],
  [{ status: 'rejected', status_id: 3 }, 'rejected', 3],
  [{ status: 'archived', status_id: 4 }, 'archived', 4],
])('a joke with %j is %s (%i)', (fields, status, status_id) => {
  expect(read(fields)).toMatchObject({ status, status_id });
});

test('a joke can be rated unless it says otherwise', () => {
  expect(read({})).toMatchObject({ user_can_vote: true });
  expect(read({ user_can_vote: false })).toMatchObject({ user_can_vote: false });
});

test('unknown fields are ignored; wrong types and missing fields are not', () => {
  expect(read({ added_later: { since: 2 }, constructor: 1 })).toMatchObject(joke);
  expect(read({ image_url: null })).not.toBeNull();
  expect(read({ rating: '4' })).toBeNull();
  expect(read({ num_votes: 1.5 })).toBeNull();
  expect(read({ image_url: undefined })).toBeNull();
});
