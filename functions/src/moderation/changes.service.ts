import * as z from 'zod';
import { tombstoneOf, type ChangedFields } from '../catalog/joke.ts';
import type { JokeData } from '../catalog/jokes.data.ts';
import type { RootData } from '../catalog/root.data.ts';
import { ApiError, type ChangeAction, pick, type RejectReason } from '../contract/index.ts';
import { PERSONAL_DATA } from '../domain/index.ts';
import type { CallState } from '../platform/deadline.ts';
import type { Tools, Transaction } from '../platform/tools.ts';
import {
  noSuchChange,
  withoutFields,
  type Actor,
  type ChangeData,
  type NewChange,
  type StoredItem,
} from './changes.data.ts';
import type { Erasure } from './erasure.service.ts';
import {
  planAll,
  presentOf,
  resultOf,
  type Changed,
  type ChangeItem,
  type Outcome,
  type Plan,
} from './patch.ts';
import { planUndo } from './undo.ts';

interface Request {
  /** its `Idempotency-Key` */
  key?: string | undefined;
  actor: Actor;
  action: ChangeAction;
  reason?: RejectReason;
  items: readonly ChangeItem[];
}

interface UndoRequest {
  actor: Actor;
  /** the change to be undone */
  changeId: string;
  /** its `Idempotency-Key` */
  key?: string | undefined;
}

/** What the SDK throws for a document that exists already. */
const alreadyExists = z.object({ code: z.literal(6) });

interface Dependencies extends Pick<Tools, 'transact' | 'clock'> {
  rootData: RootData;
  jokeData: JokeData;
  changeData: ChangeData;
  erasure: Erasure;
}

export type ChangeService = ReturnType<typeof createChangeService>;

/** Changes jokes, each time with an entry in the log in the same transaction, and undoes that. */
export function createChangeService(dependencies: Dependencies) {
  const { changeData, rootData, jokeData, erasure, transact, clock } = dependencies;

  /** Writes what is planned, and the change that describes it. */
  function write(
    transaction: Transaction,
    plans: readonly Plan[],
    change: NewChange,
    now: Date,
  ): Outcome {
    const last_change = { id: change.id, username: change.actor.username, at: now };
    const items: StoredItem[] = [];
    const results = plans.map(({ found, changes, becomes, ...result }): Changed => {
      const { joke_id } = result;
      const before = presentOf(found);
      if (becomes) {
        jokeData.remove(transaction, tombstoneOf(joke_id, found ?? null, becomes, now));
        items.push(withoutFields(joke_id));
        return { ...result, joke: null };
      }
      if (!before || !changes) return { ...result, joke: before };
      items.push({
        joke_id,
        before: pick<ChangedFields>(before, (name) => name in changes),
        after: changes,
      });
      return { ...result, joke: jokeData.update(transaction, before, { ...changes, last_change }) };
    });
    if (items.length === 0) return { change_id: null, results };
    changeData.create(transaction, change, items);
    return { change_id: change.id, results };
  }

  return {
    /**
     * Changes jokes in one transaction: one billed read for each and one more, and as many writes. A joke that does not
     * exist, is not as expected, or can't be changed so gets an `error`. The same key gets the first answer. With
     * `personal_data` as the reason they are erased, which can't be undone: only their numbers and receipts stay, and no
     * earlier change and no snapshot has their texts.
     * @throws ApiError conflict if the key was used for another request
     */
    async apply({ key, actor, action, reason, items }: Request, call: CallState): Promise<Outcome> {
      const { provider, username } = actor;
      const id = changeData.idOf(key, provider, username);
      const change = { id, actor, action, reason: reason ?? null, undoes: null };
      const jokeIds = items.map(({ joke_id }) => joke_id);
      const isErasure = reason === PERSONAL_DATA;

      const outcome = await transact(
        {
          async read(transaction) {
            const now = new Date(clock());
            const earlier = await changeData.read(transaction, id);
            const found = await jokeData.readMany(transaction, jokeIds);
            const root = isErasure ? await rootData.readRoot(transaction) : undefined;
            const nextId = root?.next_joke_id ?? 0;
            const plans = await planAll(items, found, { reason, nextId }, { username, now });
            return { now, earlier, plans, root };
          },
          earlier({ earlier, plans }) {
            if (!earlier) return undefined;
            const isSame = earlier.action === action && earlier.reason === change.reason;
            if (!isSame || !earlier.joke_ids.every((each) => jokeIds.includes(each))) {
              throw new ApiError('conflict', 'This Idempotency-Key was used for another change.');
            }
            const isDone = ({ joke_id }: Plan) => earlier.joke_ids.includes(joke_id);
            return { change_id: id, results: plans.map((plan) => resultOf(plan, isDone(plan))) };
          },
          write(transaction, { now, plans, root }) {
            const erased = plans.flatMap(({ becomes, joke_id }) => (becomes ? joke_id : []));
            if (root && erased.length > 0) erasure.begin(transaction, root, erased, now);
            return write(transaction, plans, change, now);
          },
        },
        call,
      );
      if (isErasure) {
        const gone = outcome.results.flatMap(({ joke_id, error }) => (error ? [] : joke_id));
        await erasure.finish(gone);
      }
      return outcome;
    },

    /**
     * Undoes a change, as far as nothing has changed since: one billed read for each of its jokes and one more, and as
     * many writes. Reports that it dismissed are added to those since then.
     * @throws ApiError not_found if there is no such change, conflict if nothing is left to undo
     */
    async undo({ actor, changeId, key }: UndoRequest, call: CallState): Promise<Outcome> {
      const { provider, username } = actor;
      const id = changeData.idOf(key, provider, username, changeId);
      const undoing = { action: 'undo', reason: null, undoes: changeId } as const;
      const change = { id, actor, ...undoing };
      const isDone = ({ found }: Plan) => presentOf(found)?.last_change?.id === id;
      const undone = transact(
        {
          async read(transaction) {
            const now = new Date(clock());
            const made = await changeData.find(transaction, changeId);
            if (!made) throw noSuchChange();
            const found = await jokeData.readMany(transaction, made.joke_ids);
            const moderator = { username, now };
            const plans = made.items.map((item, at) =>
              planUndo(item, found[at], made.at, moderator),
            );
            return { now, plans };
          },
          earlier({ plans }) {
            if (!plans.some(isDone)) return undefined;
            return { change_id: id, results: plans.map((each) => resultOf(each, isDone(each))) };
          },
          write(transaction, { now, plans }) {
            const [first, ...others] = plans;
            if (plans.every(({ error }) => error)) {
              const all = new ApiError('conflict', 'Nothing is left to undo.');
              throw others.length === 0 ? (first?.error ?? all) : all;
            }
            return write(transaction, plans, change, now);
          },
        },
        call,
      );
      return undone.catch((error: unknown) => {
        if (!alreadyExists.safeParse(error).success) throw error;
        throw new ApiError('conflict', 'This Idempotency-Key was used for an earlier undo.');
      });
    },
  };
}
