import type { Handlers } from '../http/api-call.ts';
import type { Services } from '../services.ts';

type Names = 'listJokes' | 'getRandomJoke' | 'listTopJokes' | 'listNewestJokes';

export function jokeRoutes({ jokes }: Services): Handlers<Names> {
  return {
    listJokes: ({ identity, input }) => jokes.list(identity, input.query),
    getRandomJoke: () => jokes.random(),
    listTopJokes: ({ input }) => jokes.top(input.query.limit),
    listNewestJokes: ({ input }) => jokes.newest(input.query.limit),
  };
}
