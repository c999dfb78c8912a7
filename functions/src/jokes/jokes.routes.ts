import { READ, type Follower } from '../catalog/follower.ts';
import type { SimilarService } from '../catalog/similar.service.ts';
import { jokeStatus, noSuchJoke } from '../contract/index.ts';
import type { Handlers } from '../http/api-call.ts';
import type { TakeUses } from '../platform/quota.ts';
import type { DailyService } from './daily.service.ts';
import type { JokeService } from './jokes.service.ts';
import { presentWithVotes, withTextHash } from './present-joke.ts';

interface Dependencies {
  jokes: JokeService;
  daily: DailyService;
  follower: Follower;
  similar: SimilarService;
  take: TakeUses;
}

/** The calls that read jokes. */
export function jokeRoutes({ jokes, daily, follower, similar, take }: Dependencies) {
  return {
    listJokes: (call) => jokes.list(call.input.query, call),
    getJoke: ({ input }) => jokes.single(input.params.id),
    async listDailyJokes({ input }) {
      const days = await daily.list(input.query.limit);
      return { jokes: days.map(({ date, joke }) => ({ ...presentWithVotes(joke), day: date })) };
    },
    getRelatedJokes: (call) => jokes.related(call.input.params.id, call),
    searchJokes: (call) => jokes.search(call.input.query, call),
    getRandomJoke: ({ input }) => jokes.random(input.query),
    listTopJokes: ({ input }) => jokes.top(input.query.limit, input.query.period),
    listTags: () => jokes.tags(),
    listNewestJokes: ({ input }) => jokes.newest(input.query.limit),
    async findSimilarJokes(call) {
      take.lookup(call.network);
      const known = await follower.read(READ.visitor);
      const find = () => similar.find(known, call.input.body.joke_text, { statuses: ['approved'] });
      return { similar: await jokes.inTurn(call, find) };
    },
    async listSimilarJokes(call) {
      const known = await follower.read(READ.visitor);
      const joke = known.find(call.input.params.id);
      if (!joke) throw noSuchJoke();
      const { joke_id: except, joke_text } = joke;
      const options = { statuses: jokeStatus.options, except };
      const found = await jokes.inTurn(call, () => similar.find(known, joke_text, options));
      return { similar: found.map(withTextHash) };
    },
  } satisfies Partial<Handlers>;
}
