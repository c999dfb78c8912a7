import type * as z from 'zod/mini';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { SimilarService } from '../../catalog/similar.service.ts';
import {
  jokeStatus,
  type EndpointOutput,
  type Joke,
  type queueQuery,
} from '../../contract/index.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { presentToAdmin, withTextHash } from '../jokes/present-joke.ts';
import { hintAbout } from '../hints/hints.ts';

interface Dependencies {
  catalog: CatalogService;
  jokes: Pick<JokeData, 'readMany'>;
  similar: SimilarService;
  withReadDeadline: ReadDeadline;
}

export type QueueService = ReturnType<typeof createQueueService>;

/** The pending jokes, as the review queue shows them. */
export function createQueueService(dependencies: Dependencies) {
  const { catalog, jokes, similar, withReadDeadline } = dependencies;
  return {
    /**
     * Pending jokes with a higher id than `after`, the oldest first. One billed read each and one for the
     * catalog. Malformed ones are left out.
     * @param sign signs the URL of a joke's image for the caller
     */
    async page(
      { after, limit }: z.output<typeof queueQuery>,
      sign: (joke: Joke) => Promise<Joke>,
    ): Promise<EndpointOutput<'getQueue'>> {
      const index = await catalog.fresh();
      const total = index.count(['pending']);
      const left = index.ids(['pending'], 'date_asc', 0, total).filter((id) => id > after);
      const ids = left.slice(0, limit);
      const found = await jokes.readMany(ids);
      const others = (joke: JokeDocument) =>
        similar.find(index, joke.joke_text, { statuses: jokeStatus.options, except: joke.joke_id });
      const entries = found.map(async (joke) => ({
        joke: await sign(presentToAdmin(joke)),
        submitted_at: joke.created_at.toISOString(),
        similar: (await others(joke)).map(withTextHash),
        hint: await hintAbout(joke.joke_text),
      }));
      return {
        entries: await Promise.all(entries),
        total,
        next: left.length > limit ? (ids.at(-1) ?? null) : null,
      };
    },

    /**
     * How many jokes are pending, as old as the cached catalog, and which is the oldest; one billed read if
     * there is one.
     */
    async waiting(): Promise<Pick<EndpointOutput<'getAdminCounts'>, 'pending' | 'oldest'>> {
      const index = await catalog.current();
      const ids = index.ids(['pending'], 'date_asc', 0, 1);
      const [joke] = await withReadDeadline(jokes.readMany(ids));
      return {
        pending: index.count(['pending']),
        oldest: joke
          ? { joke_id: joke.joke_id, submitted_at: joke.created_at.toISOString() }
          : null,
      };
    },
  };
}
