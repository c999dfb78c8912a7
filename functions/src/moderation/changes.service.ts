import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import {
  CHANGED_FIELDS,
  isRemoved,
  remainsOf,
  someChangedFields,
  type ChangedFields,
  type JokeDocument,
} from '../catalog/joke-document.ts';
import type { FoundJoke } from '../catalog/jokes.data.ts';
import {
  ApiError,
  type ChangeAction,
  type ChangedPart,
  type RejectReason,
} from '../contract/index.ts';
import { PERSONAL_DATA } from '../domain/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { ReadDeadline } from '../platform/read-deadline.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { Actor, NewChange, StoredItem } from './changes.data.ts';
import { createErasure, type ErasureDependencies } from './erasure.service.ts';
import {
  byWhom,
  conflict,
  noSuchChange,
  type Changed,
  type ChangeItem,
  type Moderator,
  type Outcome,
} from './moderated-joke.ts';
import { patched } from './patch.ts';
import { reverse } from './reverse.ts';

interface Request {
  /** its `Idempotency-Key` */
  key?: string | undefined;
  actor: Actor;
  action: ChangeAction;
  reason?: RejectReason;
  items: readonly ChangeItem[];
}

/** What is to be written of a joke that was read. */
interface Plan {
  joke_id: number;
  joke: FoundJoke;
  changes?: ChangedFields;
  error?: ApiError;
  left?: ChangedPart[];
}

/** What the SDK throws for a document that exists already. */
const alreadyExists = z.object({ code: z.literal(6) });

const known = (joke: FoundJoke) => (joke && !isRemoved(joke) ? joke : null);

/** The error for a joke that can't be changed. @param joke null if its document is malformed */
function missing(joke: FoundJoke): ApiError {
  if (joke !== null) return noSuchJoke();
  return new ApiError('conflict', 'The stored fact is malformed. You can only delete it.');
}

/** The error for a joke of which nothing is left as the change that should be undone has left it. */
function nothingToUndo(joke: JokeDocument, moderator: Moderator): ApiError {
  const by = byWhom(joke, moderator);
  return conflict(
    joke,
    `Nothing is left to undo${by === undefined ? '' : `: it was changed ${by}`}.`,
  );
}

/** The error for a joke that would repeat one that could not be changed with it. */
function withoutOriginal(original: number): ApiError {
  return new ApiError(
    'conflict',
    `Fact no. ${original} was not changed, so this one wasn’t either.`,
  );
}

/** What an earlier attempt has done. @param isDone whether it has changed the joke */
function resultOf({ joke_id, joke, changes, error, left }: Plan, isDone: boolean): Changed {
  const found = known(joke);
  const result = { joke_id, joke: found, ...(left && { left }) };
  if (isDone || !(error || changes)) return result;
  const refusal = found ? conflict(found, 'It was not changed.') : missing(joke);
  return { ...result, error: error ?? refusal };
}

/** What a joke has in those fields that are to change. */
function valuesBefore(joke: JokeDocument, changes: ChangedFields): ChangedFields {
  const values = someChangedFields.parse(joke);
  for (const name of CHANGED_FIELDS) if (!(name in changes)) delete values[name];
  return values;
}

export interface ChangeDependencies extends ErasureDependencies {
  withReadDeadline: ReadDeadline;
}

export type ChangeService = ReturnType<typeof createChangeService>;

/** Changes jokes, each time with an entry in the log in the same transaction, and undoes that. */
export function createChangeService(dependencies: ChangeDependencies) {
  const { data, jokes, transact, withReadDeadline, clock } = dependencies;
  const { erase, removeRest } = createErasure(dependencies);

  /** Writes what is planned, and the change that describes it. */
  function write(
    transaction: Transaction,
    plans: readonly Plan[],
    change: Omit<NewChange, 'items'>,
    now: Date,
  ): Outcome {
    const { id, actor } = change;
    const items: StoredItem[] = [];
    const results = plans.map(({ joke_id, joke, changes, ...result }): Changed => {
      const before = known(joke);
      if (!changes) return { joke_id, joke: before, ...result };
      if (!before) {
        jokes.remove(transaction, remainsOf(joke_id, null, 'removed', now));
        items.push({ joke_id, before: {}, after: {} });
        return { joke_id, joke: null };
      }
      const last_change = { id, username: actor.username, at: now };
      const after = jokes.update(transaction, before, { ...changes, last_change });
      items.push({ joke_id, before: valuesBefore(before, changes), after: changes });
      return { joke_id, joke: after, ...result };
    });
    if (items.length === 0) return { change_id: null, results };
    data.create(transaction, { ...change, items });
    return { change_id: id, results };
  }

  async function plan(
    item: ChangeItem,
    joke: FoundJoke,
    reason: RejectReason | undefined,
    moderator: Moderator,
  ): Promise<Plan> {
    const { joke_id, patch } = item;
    const found = known(joke);
    // Of a malformed joke nothing is kept.
    if (joke === null && patch.status === 'deleted') return { joke_id, joke, changes: {} };
    if (!found) return { joke_id, joke, error: missing(joke) };
    try {
      const changes = await patched(found, item, reason, moderator);
      return Object.keys(changes).length === 0 ? { joke_id, joke } : { joke_id, joke, changes };
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return { joke_id, joke, error };
    }
  }

  return {
    /**
     * Changes jokes in one transaction: one billed read for each and one more, and as many writes. A joke that does not
     * exist, is not as expected, or can't be changed so gets an `error`. With `personal_data` as the reason they are
     * erased. The same key gets the first answer.
     * @throws ApiError conflict if the key was used for another request
     */
    async apply({ key, actor, action, reason, items }: Request): Promise<Outcome> {
      const { provider, username } = actor;
      const id = data.idOf(key, provider, username);
      const content = JSON.stringify([action, reason, items]);
      const request_hash = createHash('sha256').update(content).digest('base64url');
      const ids = items.map(({ joke_id }) => joke_id);
      const change = { id, actor, action, reason: reason ?? null, undoes: null, request_hash };

      const planAll = async (transaction: Transaction, now: Date) => {
        const found = await jokes.readMany(transaction, ids);
        const plans = await Promise.all(
          items.map((item, at) => plan(item, found[at], reason, { username, now })),
        );
        const refused = plans.flatMap(({ joke_id, error }) => (error ? joke_id : []));
        return plans.map((each, at): Plan => {
          const { duplicate_of: original = 0 } = items[at]?.patch ?? {};
          if (!refused.includes(original) || !each.changes) return each;
          return { joke_id: each.joke_id, joke: each.joke, error: withoutOriginal(original) };
        });
      };
      async function marker(transaction: Transaction): Promise<Outcome | undefined> {
        const earlier = await data.read(transaction, id);
        if (!earlier) return undefined;
        if (earlier.request_hash !== request_hash) {
          throw new ApiError('conflict', 'This Idempotency-Key was used for another change.');
        }
        const plans = await planAll(transaction, new Date(clock()));
        const results = plans.map((each) =>
          resultOf(each, earlier.joke_ids.includes(each.joke_id)),
        );
        return { change_id: id, results };
      }

      if (reason === PERSONAL_DATA) return erase(change, items, marker);
      const outcome = await transact(
        async (transaction) => {
          const now = new Date(clock());
          return write(transaction, await planAll(transaction, now), change, now);
        },
        { marker },
      );
      for (const [at, { joke_id, joke, error }] of outcome.results.entries()) {
        const isDeleted = !error && items[at]?.patch.status === 'deleted';
        if (isDeleted && !joke) await removeRest(joke_id, []);
      }
      return outcome;
    },

    /**
     * Undoes a change, as far as nothing has changed since: one billed read for each of its jokes and one more, and as
     * many writes. Reports that it dismissed are added to those since then.
     * @throws ApiError not_found if there is no such change, conflict if nothing is left to undo
     */
    async undo(actor: Actor, changeId: string, key?: string): Promise<Outcome> {
      const undone = await withReadDeadline(data.find(changeId));
      if (!undone) throw noSuchChange();
      const { provider, username } = actor;
      const id = data.idOf(key, provider, username, changeId);
      const undoing = {
        action: 'undo',
        reason: null,
        undoes: changeId,
        request_hash: null,
      } as const;
      let found: FoundJoke[] = [];
      const isDone = (joke: FoundJoke) => known(joke)?.last_change?.id === id;
      const planAll = (now: Date) =>
        undone.items.map((item, at): Plan => {
          const { joke_id } = item;
          const joke = found[at];
          const present = known(joke);
          if (!present) {
            const gone = new ApiError('conflict', 'Nothing is left of this fact.');
            return { joke_id, joke, error: joke === null ? missing(joke) : gone };
          }
          const { changes, left } = reverse(item, undone.at, present, now);
          if (isDone(joke)) return { joke_id, joke, left };
          if (Object.keys(changes).length > 0) return { joke_id, joke, changes, left };
          return { joke_id, joke, error: nothingToUndo(present, { username, now }) };
        });
      const work = (transaction: Transaction): Promise<Outcome> => {
        const now = new Date(clock());
        const plans = planAll(now);
        const [first, ...others] = plans;
        if (plans.every(({ error }) => error)) {
          const all = new ApiError('conflict', 'Nothing is left to undo.');
          throw others.length === 0 ? (first?.error ?? all) : all;
        }
        return Promise.resolve(write(transaction, plans, { id, actor, ...undoing }, now));
      };
      async function marker(transaction: Transaction): Promise<Outcome | undefined> {
        found = await jokes.readMany(transaction, undone?.joke_ids ?? []);
        if (!found.some(isDone)) return undefined;
        const results = planAll(new Date(clock())).map((each) => resultOf(each, isDone(each.joke)));
        return { change_id: id, results };
      }
      return transact(work, { marker }).catch((error: unknown) => {
        if (!alreadyExists.safeParse(error).success) throw error;
        throw new ApiError('conflict', 'This Idempotency-Key was used for an earlier undo.');
      });
    },
  };
}
