import type { CatalogService } from '../catalog/catalog.service.ts';
import { isRemoved, remainsOf } from '../catalog/joke-document.ts';
import type { JokeData } from '../catalog/jokes.data.ts';
import type { Transaction } from '../platform/database.ts';
import type { Transact } from '../platform/transact.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { RatingData } from '../votes/ratings.data.ts';
import type { ReportData } from './reports.data.ts';
import {
  imagesOf,
  type Change,
  type ChangeData,
  type NewChange,
  type StoredItem,
} from './changes.data.ts';
import { changedSince, type Changed, type ChangeItem, type Outcome } from './moderated-joke.ts';

export interface ErasureDependencies {
  catalog: Pick<CatalogService, 'dropSnapshot' | 'renewSnapshot'>;
  data: ChangeData;
  jokes: JokeData;
  ratings: Pick<RatingData, 'removeAll'>;
  reports: Pick<ReportData, 'removeAll'>;
  transact: Transact;
  /** Deletes the files of an image. @param file its content hash */
  discardImage: (file: string) => Promise<unknown>;
  /** milliseconds since the epoch */
  clock: () => number;
}

const withoutFields = (joke_id: number): StoredItem => ({ joke_id, before: {}, after: {} });

/** Removes jokes with all that is stored of them. */
export function createErasure(dependencies: ErasureDependencies) {
  const { catalog, data, jokes, ratings, reports, transact, discardImage, clock } = dependencies;

  /** Removes what is stored beside a joke. If it fails, the sweep does it. */
  async function removeRest(jokeId: number, images: Iterable<string>): Promise<void> {
    await Promise.all([
      ratings.removeAll(jokeId),
      reports.removeAll(jokeId),
      ...Array.from(images, discardImage),
    ]);
  }

  /** Removes what earlier changes say of some jokes. */
  function strip(transaction: Transaction, changes: readonly Change[], ids: ReadonlySet<number>) {
    for (const { id, items } of changes) {
      const stripped = items.map((item) =>
        ids.has(item.joke_id) ? withoutFields(item.joke_id) : item,
      );
      data.strip(transaction, id, stripped);
    }
  }

  /**
   * Erases jokes that contain personal data, also deleted ones: only their numbers and receipts stay. No earlier change
   * and no snapshot has their texts. It can't be undone.
   * @param marker finds what an earlier attempt has written
   */
  async function erase(
    change: Omit<NewChange, 'items'>,
    items: readonly ChangeItem[],
    marker: (transaction: Transaction) => Promise<Outcome | undefined>,
  ): Promise<Outcome> {
    const ids = items.map(({ joke_id }) => joke_id);
    const images = new Map<number, Set<string>>(ids.map((id) => [id, new Set()]));

    async function work(transaction: Transaction): Promise<Outcome> {
      const moderator = { username: change.actor.username, now: new Date(clock()) };
      const found = await jokes.readMany(transaction, ids);
      const logged = await data.ofJokes(transaction, ids);
      await catalog.dropSnapshot(transaction);
      const erased: number[] = [];
      const results = items.map(({ joke_id, expected = {} }, at): Changed => {
        const joke = found[at];
        if (joke === undefined) return { joke_id, joke: null, error: noSuchJoke() };
        const present = joke && !isRemoved(joke) ? joke : null;
        const error =
          present && present.status !== 'deleted' && changedSince(present, expected, moderator);
        if (error) return { joke_id, joke: present, error };
        if (joke?.status !== 'erased') {
          jokes.remove(transaction, remainsOf(joke_id, joke, 'erased', moderator.now));
          erased.push(joke_id);
        }
        const named = logged
          .flatMap((each) => each.items)
          .filter((each) => each.joke_id === joke_id);
        for (const file of imagesOf(named)) images.get(joke_id)?.add(file);
        if (present?.image) images.get(joke_id)?.add(present.image.file);
        return { joke_id, joke: null };
      });
      strip(transaction, logged, new Set(erased));
      if (erased.length === 0) return { change_id: null, results };
      data.create(transaction, { ...change, items: erased.map(withoutFields) });
      return { change_id: change.id, results };
    }

    const outcome = await transact(work, { marker });
    await catalog.renewSnapshot();
    for (const { joke_id, error } of outcome.results) {
      if (!error) await removeRest(joke_id, images.get(joke_id) ?? []);
    }
    return outcome;
  }

  return { erase, removeRest };
}
