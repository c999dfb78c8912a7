import { READ } from '../catalog/follower.ts';
import { jokeStatus } from '../contract/index.ts';
import type { Handlers } from '../http/api-call.ts';
import type { Services } from '../site.ts';
import { noSuchJoke } from './jokes.service.ts';
import { presentJoke, withTextHash } from './present-joke.ts';

/** The calls that read jokes. */
export function jokeRoutes({ jokes, daily, follower, similar, take }: Services) {
  return {
    listJokes: ({ identity, input, network }) => jokes.list(identity, input.query, network),
    getJoke: ({ input }) => jokes.single(input.params.id),
    async listDailyJokes({ input }) {
      const days = await daily.list(input.query.limit);
      return { jokes: days.map(({ date, joke }) => ({ ...presentJoke(joke), day: date })) };
    },
    getRelatedJokes: ({ input, network }) => jokes.related(input.params.id, network),
    searchJokes: ({ input, network }) => jokes.search(input.query, network),
    getRandomJoke: ({ input }) => jokes.random(input.query),
    listTopJokes: ({ input }) => jokes.top(input.query.limit, input.query.period),
    listNewestJokes: ({ input }) => jokes.newest(input.query.limit),
    async findSimilarJokes({ input, network }) {
      take.lookup(network);
      const { joke_text } = input.body;
      const found = similar.find(await follower.read(READ.visitor), joke_text, {
        statuses: ['approved'],
      });
      return { similar: await found };
    },
    async listSimilarJokes({ input }) {
      const known = await follower.read(READ.visitor);
      const joke = known.find(input.params.id);
      if (!joke) throw noSuchJoke();
      const { joke_id: except, joke_text } = joke;
      const options = { statuses: jokeStatus.options, except };
      const found = await similar.find(known, joke_text, options);
      return { similar: found.map(withTextHash) };
    },
  } satisfies Partial<Handlers>;
}
