import * as z from 'zod';
import {
  CHANGED_FIELDS,
  remainsOf,
  someChangedFields,
  type ChangedFields,
  type JokeDocument,
} from '../catalog/joke-document.ts';
import { ApiError, type ChangeAction, type RejectReason } from '../contract/index.ts';
import { PERSONAL_DATA } from '../domain/index.ts';
import { sha256 } from '../platform/signing.service.ts';
import type { Transaction } from '../platform/tools.ts';
import {
  noSuchChange,
  withoutFields,
  type Actor,
  type NewChange,
  type StoredItem,
} from './changes.data.ts';
import { createErasure, type ErasureDependencies } from './erasure.service.ts';
import {
  planChange,
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

/** What the SDK throws for a document that exists already. */
const alreadyExists = z.object({ code: z.literal(6) });

/** What a joke has in those fields that are to change. */
function valuesBefore(joke: JokeDocument, changes: ChangedFields): ChangedFields {
  const values = someChangedFields.parse(joke);
  for (const name of CHANGED_FIELDS) if (!(name in changes)) delete values[name];
  return values;
}

export type ChangeService = ReturnType<typeof createChangeService>;

/** Changes jokes, each time with an entry in the log in the same transaction, and undoes that. */
export function createChangeService(dependencies: ErasureDependencies) {
  const { changeData, jokeData, transact, withReadDeadline, clock } = dependencies;
  const erasure = createErasure(dependencies);

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
        jokeData.remove(transaction, remainsOf(joke_id, found ?? null, becomes, now));
        items.push(withoutFields(joke_id));
        return { ...result, joke: null };
      }
      if (!before || !changes) return { ...result, joke: before };
      items.push({ joke_id, before: valuesBefore(before, changes), after: changes });
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
    async apply({ key, actor, action, reason, items }: Request): Promise<Outcome> {
      const { provider, username } = actor;
      const id = changeData.idOf(key, provider, username);
      const content = JSON.stringify([action, reason, items]);
      const request_hash = sha256(content);
      const change = { id, actor, action, reason: reason ?? null, undoes: null, request_hash };

      async function planAll(transaction: Transaction, now: Date): Promise<Plan[]> {
        const found = await jokeData.readMany(
          transaction,
          items.map(({ joke_id }) => joke_id),
        );
        const plans = await Promise.all(
          items.map((item, at) => planChange(item, found[at], reason, { username, now })),
        );
        const refused = plans.flatMap(({ joke_id, error }) => (error ? joke_id : []));
        // A duplicate of a joke that is not changed stays, too.
        for (const [at, plan] of plans.entries()) {
          const original = items[at]?.patch.duplicate_of;
          if (original === undefined || !refused.includes(original) || !plan.changes) continue;
          delete plan.changes;
          const detail = `Fact no. ${original} was not changed, so this one wasn’t either.`;
          plan.error = new ApiError('conflict', detail);
        }
        return plans;
      }

      async function marker(transaction: Transaction): Promise<Outcome | undefined> {
        const earlier = await changeData.read(transaction, id);
        if (!earlier) return undefined;
        if (earlier.request_hash !== request_hash) {
          throw new ApiError('conflict', 'This Idempotency-Key was used for another change.');
        }
        const plans = await planAll(transaction, new Date(clock()));
        const isDone = ({ joke_id }: Plan) => earlier.joke_ids.includes(joke_id);
        return { change_id: id, results: plans.map((plan) => resultOf(plan, isDone(plan))) };
      }

      const images = new Set<string>();
      async function work(transaction: Transaction): Promise<Outcome> {
        const now = new Date(clock());
        const plans = await planAll(transaction, now);
        if (reason === PERSONAL_DATA) {
          const erased = plans.filter(({ becomes }) => becomes);
          const named = await erasure.strip(
            transaction,
            erased.map(({ joke_id }) => joke_id),
          );
          const shown = erased.flatMap(({ found }) => presentOf(found)?.image?.file ?? []);
          images.clear();
          for (const file of [...named, ...shown]) images.add(file);
        }
        return write(transaction, plans, change, now);
      }
      const outcome = await transact(work, { marker });
      if (reason === PERSONAL_DATA) {
        const gone = outcome.results.flatMap(({ joke_id, error }) => (error ? [] : joke_id));
        await erasure.complete(gone, images);
      }
      return outcome;
    },

    /**
     * Undoes a change, as far as nothing has changed since: one billed read for each of its jokes and one more, and as
     * many writes. Reports that it dismissed are added to those since then.
     * @throws ApiError not_found if there is no such change, conflict if nothing is left to undo
     */
    async undo(actor: Actor, changeId: string, key?: string): Promise<Outcome> {
      const undone = await withReadDeadline(changeData.find(changeId));
      if (!undone) throw noSuchChange();
      const { items, joke_ids, at: madeAt } = undone;
      const { provider, username } = actor;
      const id = changeData.idOf(key, provider, username, changeId);
      const undoing = { action: 'undo', reason: null, undoes: changeId } as const;
      const change = { id, actor, ...undoing, request_hash: null };
      const isDone = ({ found }: Plan) => presentOf(found)?.last_change?.id === id;
      let plans: Plan[] = [];
      let now = new Date(0);
      async function marker(transaction: Transaction): Promise<Outcome | undefined> {
        now = new Date(clock());
        const found = await jokeData.readMany(transaction, joke_ids);
        plans = items.map((item, at) => planUndo(item, found[at], madeAt, { username, now }));
        if (!plans.some(isDone)) return undefined;
        return { change_id: id, results: plans.map((each) => resultOf(each, isDone(each))) };
      }
      function work(transaction: Transaction): Promise<Outcome> {
        const [first, ...others] = plans;
        if (plans.every(({ error }) => error)) {
          const all = new ApiError('conflict', 'Nothing is left to undo.');
          throw others.length === 0 ? (first?.error ?? all) : all;
        }
        return Promise.resolve(write(transaction, plans, change, now));
      }
      return transact(work, { marker }).catch((error: unknown) => {
        if (!alreadyExists.safeParse(error).success) throw error;
        throw new ApiError('conflict', 'This Idempotency-Key was used for an earlier undo.');
      });
    },
  };
}
