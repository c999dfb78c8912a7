import * as z from 'zod/mini';
import type { CatalogService } from '../catalog/catalog.service.ts';
import { changedFields, type ChangedFields } from '../catalog/joke-document.ts';
import { reportCounts, type changeQuery, type EndpointOutput } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import type { Change, ChangeData } from './changes.data.ts';
import { noSuchChange } from './moderated-joke.ts';
import { reverse } from './reverse.ts';

/** The fields that the log shows. */
const shownFields = z.exactPartial(
  z.pick(changedFields, {
    status: true,
    joke_text: true,
    tags: true,
    safe: true,
    reject_reason: true,
    duplicate_of: true,
  }),
);
const counts = z.object(reportCounts.shape);

function shown({ image, reports, ...fields }: ChangedFields) {
  return {
    ...shownFields.parse(fields),
    ...(image !== undefined && { has_image: image !== null }),
    ...(reports !== undefined && { reports: reports && counts.parse(reports) }),
  };
}

interface Dependencies {
  data: ChangeData;
  catalog: Pick<CatalogService, 'fresh'>;
  /** milliseconds since the epoch */
  clock: () => number;
}

export type LogService = ReturnType<typeof createLogService>;

/** The log of what administrators have changed. */
export function createLogService({ data, catalog: catalogs, clock }: Dependencies) {
  return {
    /**
     * A page of the log, the latest change first; one billed read each.
     * @throws ApiError not_found when there is no change `after`
     */
    async list(query: z.output<typeof changeQuery>): Promise<EndpointOutput<'listChanges'>> {
      const { limit, after, joke_id, username } = query;
      const time = (text?: string) => (text === undefined ? undefined : new Date(text));
      const filter = { joke_id, username, from: time(query.from), to: time(query.to) };
      const page = await data.list(filter, limit, after);
      if (!page) throw noSuchChange();
      const catalog = await catalogs.fresh();
      const now = new Date(clock());
      const canUndo = ({ items, at }: Change) =>
        items.some((item) => {
          const joke = catalog.findKept(item.joke_id);
          return joke && Object.keys(reverse(item, at, joke, now).changes).length > 0;
        });
      const changes = page.changes.map((change) => ({
        change_id: change.id,
        at: change.at.toISOString(),
        actor: change.actor,
        action: change.action,
        reason: change.reason,
        item_count: change.items.length,
        items: change.items.slice(0, limits.changeItemsShown).map((item) => ({
          joke_id: item.joke_id,
          joke_text: catalog.findKept(item.joke_id)?.joke_text ?? null,
          before: shown(item.before),
          after: shown(item.after),
        })),
        undoes: change.undoes,
        can_undo: canUndo(change),
      }));
      return { changes, next: page.last };
    },
  };
}
