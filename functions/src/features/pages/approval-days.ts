import { shelfOf } from '../../catalog/catalog-root.ts';
import { dayOf } from '../../catalog/catalog.data.ts';
import type { ShelfService } from '../../catalog/shelves.service.ts';
import type { JokeCache } from '../jokes/joke-cache.ts';

/**
 * The shelves with the days on which visitors could first read their newest facts, those that the feeds have
 * too: shelves know only when a text was written, which may be long before. No read on an instance that has
 * the ranking; if that fails, the days stay as they are.
 */
export function withApprovalDays(
  shelves: Pick<ShelfService, 'all'>,
  cache: Pick<JokeCache, 'newest'>,
): Pick<ShelfService, 'all'> {
  return {
    async all(root) {
      const [all, newest] = await Promise.all([shelves.all(root), cache.newest().catch(() => [])]);
      const dated = [...all];
      for (const { joke_id, approved_at } of newest) {
        const shelf = dated[shelfOf(joke_id)];
        const written = shelf?.days.get(joke_id);
        if (!shelf || written === undefined || !approved_at) continue;
        const days = new Map(shelf.days).set(joke_id, Math.max(written, dayOf(approved_at)));
        dated[shelfOf(joke_id)] = { ...shelf, days };
      }
      return dated;
    },
  };
}
