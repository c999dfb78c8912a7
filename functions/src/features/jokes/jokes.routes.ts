import type { Handlers } from '../../http/api-call.ts';
import type { ImageSignatures } from './image-signatures.service.ts';
import type { JokeService } from './jokes.service.ts';

interface Needed {
  jokes: JokeService;
  imageSignatures: ImageSignatures;
}

type Names = 'listJokes' | 'getJoke' | 'getRandomJoke' | 'listTopJokes' | 'listNewestJokes';

export function jokeRoutes({ jokes, imageSignatures }: Needed): Handlers<Names> {
  return {
    async listJokes({ identity, input }) {
      const list = await jokes.list(identity, input.query);
      const addressed = list.jokes.map((joke) => imageSignatures.addressTo(identity, joke));
      return { ...list, jokes: await Promise.all(addressed) };
    },
    getJoke: ({ input }) => jokes.single(input.params.id),
    getRandomJoke: () => jokes.random(),
    listTopJokes: ({ input }) => jokes.top(input.query.limit),
    listNewestJokes: ({ input }) => jokes.newest(input.query.limit),
  };
}
