import type * as z from 'zod';
import { READ, type Follower } from '../catalog/follower.ts';
import type { Joke } from '../catalog/joke.ts';
import type { SimilarService } from '../catalog/similar.service.ts';
import { jokeStatus, type EndpointOutput, type queueQuery } from '../contract/index.ts';
import { presentToAdmin, withTextHash } from '../jokes/present-joke.ts';
import { hintAbout } from './hints.ts';

type Query = z.output<typeof queueQuery>;

const dateOf = ({ created_at }: Joke) => ({ submitted_at: created_at.toISOString() });

interface Dependencies {
  follower: Follower;
  similar: SimilarService;
}

export type QueueService = ReturnType<typeof createQueueService>;

/** The pending jokes, as the review queue shows them. */
export function createQueueService({ follower, similar }: Dependencies) {
  return {
    /** Pending jokes beyond the one with the id `after`, the oldest or the newest first. */
    async page({ from, after, limit }: Query): Promise<EndpointOutput<'getQueue'>> {
      const catalog = await follower.read(READ.administrator);
      const { jokes, total } = catalog.list(['pending'], 'date_asc');
      const sign = from === 'oldest' ? 1 : -1;
      jokes.sort((a, b) => sign * (a.joke_id - b.joke_id));
      const left = jokes.filter(({ joke_id }) => after === 0 || sign * (joke_id - after) > 0);
      const shown = left.slice(0, limit);
      const entries = shown.map(async (joke) => {
        const { joke_id: except, joke_text } = joke;
        const options = { statuses: jokeStatus.options, except };
        const found = await similar.find(catalog, joke_text, options);
        return {
          joke: presentToAdmin(joke),
          ...dateOf(joke),
          similar: found.map(withTextHash),
          hint: await hintAbout(joke_text),
        };
      });
      const next = left.length > limit ? (shown.at(-1)?.joke_id ?? null) : null;
      return { entries: await Promise.all(entries), total, next };
    },

    /** How many jokes are pending or reported, as old as the catalog, and which pending one is the oldest. */
    async counts(): Promise<EndpointOutput<'getAdminCounts'>> {
      const catalog = await follower.read(READ.visitor);
      const { jokes, total } = catalog.list(['pending'], 'date_asc', { limit: 1 });
      const [joke] = jokes;
      const oldest = joke ? { joke_id: joke.joke_id, ...dateOf(joke) } : null;
      return { pending: total, oldest, reported: catalog.reported().length };
    },
  };
}
