import type { CatalogService } from '../catalog/catalog.service.ts';
import type { SimilarService } from '../catalog/similar.service.ts';
import { jokeStatus } from '../contract/index.ts';
import type { Handlers } from '../http/api-call.ts';
import type { NetworkQuota } from '../platform/quota.ts';
import type { DailyService } from './daily.service.ts';
import { noSuchJoke, type JokeService } from './jokes.service.ts';
import { presentJoke, withTextHash } from './present-joke.ts';

interface Dependencies {
  jokes: JokeService;
  daily: DailyService;
  catalog: CatalogService;
  similar: SimilarService;
  takeLookup: NetworkQuota;
}

export function jokeRoutes(services: Dependencies) {
  const { jokes, daily, catalog, similar, takeLookup } = services;
  return {
    listJokes: ({ identity, input, network }) => jokes.list(identity, input.query, network),
    getJoke: ({ input }) => jokes.single(input.params.id),
    async listDailyJokes({ input }) {
      const days = await daily.list(input.query.limit);
      return { jokes: days.map(({ date, joke }) => ({ ...presentJoke(joke), day: date })) };
    },
    getRelatedJokes: ({ input }) => jokes.related(input.params.id),
    searchJokes: ({ input, network }) => jokes.search(input.query, network),
    async getRandomJoke({ input }) {
      const { amount, ...query } = input.query;
      if (amount === undefined) return jokes.random(query);
      return { jokes: await jokes.randomMany(amount, query) };
    },
    listTopJokes: ({ input }) => jokes.top(input.query.limit, input.query.period),
    listNewestJokes: ({ input }) => jokes.newest(input.query.limit),
    async findSimilarJokes({ input, network }) {
      takeLookup(network);
      const { joke_text } = input.body;
      const found = similar.find(await catalog.current(), joke_text, { statuses: ['approved'] });
      return { similar: await found };
    },
    async listSimilarJokes({ input }) {
      const known = await catalog.current();
      const found = await similar.toJoke(known, input.params.id, jokeStatus.options);
      if (!found) throw noSuchJoke();
      return { similar: found.map(withTextHash) };
    },
  } satisfies Partial<Handlers>;
}
