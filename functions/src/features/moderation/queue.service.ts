import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { SimilarService } from '../../catalog/similar.service.ts';
import { jokeStatus, type EndpointOutput, type Joke } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { presentToAdmin, withTextHash } from '../jokes/present-joke.ts';
import { hintAbout } from '../hints/hints.ts';
import type { Claimant, ClaimData } from './claims.data.ts';

const CLAIM_MS = 10 * 60 * 1_000;

/** Which part of the queue is wanted. */
interface Position {
  after: number;
  limit: number;
}

interface Dependencies {
  catalog: CatalogService;
  jokes: Pick<JokeData, 'readMany'>;
  similar: SimilarService;
  claims: ClaimData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

export type QueueService = ReturnType<typeof createQueueService>;

/** The pending jokes, as the review queue shows them. */
export function createQueueService(dependencies: Dependencies) {
  const { catalog, jokes, similar, claims, transact, clock } = dependencies;

  /**
   * Claims the next of these jokes that nobody else has, besides what the moderator has already.
   * @returns how many jokes are left, those claimed now, and who else has how many
   */
  function claim({ provider, username }: Claimant, pending: readonly number[], query: Position) {
    return transact(async (transaction) => {
      const now = clock();
      const active = (await claims.readAll(transaction)).filter(
        ({ expires_at }) => now < expires_at.getTime(),
      );
      const isOwn = (one: Claimant) => one.provider === provider && one.username === username;
      const stillPending = new Set(pending);
      const others = active
        .filter((one) => !isOwn(one))
        .map((one) => ({ ...one, joke_ids: one.joke_ids.filter((id) => stillPending.has(id)) }))
        .filter(({ joke_ids }) => joke_ids.length > 0);
      const taken = new Set(others.flatMap(({ joke_ids }) => joke_ids));
      const left = pending.filter((id) => id > query.after && !taken.has(id));
      const ids = left.slice(0, query.limit);
      const kept = active.filter(isOwn).flatMap(({ joke_ids }) => joke_ids);
      const joke_ids = [...new Set([...kept, ...ids])].filter((id) => stillPending.has(id));
      if (joke_ids.length > 0 || kept.length > 0) {
        const expires_at = new Date(now + CLAIM_MS);
        const newest = joke_ids.slice(-limits.claimedMax);
        claims.write(transaction, { provider, username, joke_ids: newest, expires_at });
      }
      return { left: left.length, ids, others };
    });
  }

  return {
    /**
     * Pending jokes with a higher id than `after` that no other moderator has claimed, the oldest first. They
     * are the moderator's for ten minutes. One billed read each, one for the catalog and one for each claim;
     * one write for the claim. Malformed ones are left out.
     * @param sign signs the URL of a joke's image for the caller
     */
    async page(
      moderator: Claimant,
      query: Position,
      sign: (joke: Joke) => Promise<Joke>,
    ): Promise<EndpointOutput<'getQueue'>> {
      const index = await catalog.fresh();
      const total = index.count(['pending']);
      const pending = index.ids(['pending'], 'date_asc', 0, total);
      const { left, ids, others: claimed } = await claim(moderator, pending, query);
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
        next: left > query.limit ? (ids.at(-1) ?? null) : null,
        claims: claimed.map(({ provider, username, joke_ids }) => ({
          provider,
          username,
          jokes: joke_ids.length,
        })),
      };
    },

    /** Ends a moderator's claim. */
    release: (moderator: Claimant): Promise<void> =>
      transact(async (transaction) => {
        claims.remove(transaction, moderator);
        return Promise.resolve();
      }),

    /** How many jokes are pending; as old as the cached catalog. */
    async count(): Promise<number> {
      return (await catalog.current()).count(['pending']);
    },
  };
}
