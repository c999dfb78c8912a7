import type { Handlers } from '../http/api-call.ts';
import type { Services } from '../services.ts';

type Names = 'listJokes' | 'getJoke' | 'getRandomJoke' | 'listTopJokes' | 'listNewestJokes';

export function jokeRoutes({ jokes }: Services): Handlers<Names> {
  return {
    listJokes: ({ identity, input }) => jokes.list(identity, input.query),
    getJoke: ({ input }) => jokes.single(input.params.id),
    getRandomJoke: () => jokes.random(),
    listTopJokes: ({ input }) => jokes.top(input.query.limit),
    listNewestJokes: ({ input }) => jokes.newest(input.query.limit),
  };
}
