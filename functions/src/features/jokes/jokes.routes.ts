import type { Handlers } from '../../http/api-call.ts';
import type { ImageSignatures } from './image-signatures.service.ts';
import type { JokeService } from './jokes.service.ts';

interface Dependencies {
  jokes: JokeService;
  imageSignatures: ImageSignatures;
}

type Names =
  | 'listJokes'
  | 'getJoke'
  | 'getRandomJoke'
  | 'listTopJokes'
  | 'listNewestJokes'
  | 'searchJokes';

export function jokeRoutes({ jokes, imageSignatures }: Dependencies): Handlers<Names> {
  return {
    async listJokes({ identity, input, ...searcher }) {
      const list = await jokes.list(identity, input.query, searcher);
      const signed = list.jokes.map((joke) => imageSignatures.signImageUrl(identity, joke));
      return { ...list, jokes: await Promise.all(signed) };
    },
    getJoke: ({ input }) => jokes.single(input.params.id),
    searchJokes: ({ input, ...searcher }) => jokes.search(input.query, searcher),
    getRandomJoke: () => jokes.random(),
    listTopJokes: ({ input }) => jokes.top(input.query.limit),
    listNewestJokes: ({ input }) => jokes.newest(input.query.limit),
  };
}
