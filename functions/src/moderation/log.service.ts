import type * as z from 'zod';
import { READ, type Follower } from '../catalog/follower.ts';
import type { ChangedFields } from '../catalog/joke.ts';
import type { changeQuery, EndpointOutput } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import type { Tools } from '../platform/tools.ts';
import { noSuchChange, type Change, type ChangeData } from './changes.data.ts';
import { reverse } from './undo.ts';

/** Changed fields as the log shows them. */
function shown({ image, ...fields }: ChangedFields) {
  return { ...fields, ...(image !== undefined && { has_image: image !== null }) };
}

interface Dependencies extends Pick<Tools, 'clock'> {
  follower: Follower;
  changeData: ChangeData;
}

export type LogService = ReturnType<typeof createLogService>;

/** The log of what administrators have changed. */
export function createLogService({ changeData, follower, clock }: Dependencies) {
  return {
    /**
     * A page of the log, the latest change first; one billed read each.
     * @throws ApiError not_found when there is no change `after`
     */
    async list(query: z.output<typeof changeQuery>): Promise<EndpointOutput<'listChanges'>> {
      const page = await changeData.list(query);
      if (!page) throw noSuchChange();
      const catalog = await follower.read(READ.administrator);
      const now = new Date(clock());
      const canUndo = ({ items, at }: Change) =>
        items.some((item) => {
          const joke = catalog.findAny(item.joke_id);
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
          joke_text: catalog.findAny(item.joke_id)?.joke_text ?? null,
          // What the clean-up has not reached yet is not shown either.
          ...(catalog.isRemoved(item.joke_id)
            ? { before: {}, after: {} }
            : { before: shown(item.before), after: shown(item.after) }),
        })),
        undoes: change.undoes,
        can_undo: canUndo(change),
      }));
      return { changes, next: page.last };
    },
  };
}
