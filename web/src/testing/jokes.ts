import type { Joke } from '../../../functions/src/contract/index.ts';

/** An approved joke without votes; `differences` override its fields. */
export function exampleJoke(differences: Partial<Joke> = {}): Joke {
  return {
    joke_id: 7,
    joke_text: 'Chuck Norris never waits for a test to pass. It passes.',
    tags: ['computers'],
    safe: true,
    rating: 0,
    num_votes: 0,
    user_can_vote: true,
    status: 'approved',
    status_id: 1,
    image_url: null,
    created_at: '2025-01-01T00:00:00.000Z',
    ...differences,
  };
}
