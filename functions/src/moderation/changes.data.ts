import { FieldPath, FieldValue, type DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod';
import { someChangedFields } from '../catalog/joke.ts';
import {
  ApiError,
  changeAction,
  jokeId,
  rejectReason,
  type changeQuery,
} from '../contract/index.ts';
import { sha256 } from '../platform/sha256.ts';
import { parseOrReport, parseSnapshot, type DataSource } from '../platform/stored-document.data.ts';
import type { Transaction } from '../platform/tools.ts';

/** The fields of a joke that have changed, with their values before and after. */
const changeItem = z.object({
  joke_id: jokeId,
  before: someChangedFields,
  after: someChangedFields,
});
export type StoredItem = z.infer<typeof changeItem>;

/** `changes/{id}`: what an administrator has changed with one request */
export const changeDocument = z.object({
  actor: z.object({ provider: z.string(), username: z.string() }),
  at: z.date(),
  action: changeAction,
  /** why jokes were rejected */
  reason: z.nullable(rejectReason),
  /** nothing is left of a joke that is erased, and nothing was stored of one that was malformed */
  items: z.array(changeItem),
  /** those of the items */
  joke_ids: z.array(jokeId),
  /** the change that this one undid */
  undoes: z.string().nullable(),
});

/** What stays of a change that can't be parsed when one of its jokes is erased. No version may rename `joke_ids`. */
const HARMLESS = ['actor', 'at', 'action', 'joke_ids'];

const changedItems = z.object({ items: z.array(changeItem) });

/** A change with its id. */
export type Change = z.infer<typeof changeDocument> & { id: string };

/** Who acts. */
export interface Actor {
  /** how the administrator signed in */
  provider: 'password' | 'google';
  /** the administrator's username or Google e-mail address */
  username: string;
}

/** A change to be written, without its items. */
export type NewChange = Omit<Change, 'actor' | 'at' | 'joke_ids' | 'items'> & { actor: Actor };

/** What is left of an item whose joke is erased. */
export const withoutFields = (joke_id: number): StoredItem => ({ joke_id, before: {}, after: {} });

/** The images that items name, by their content hashes. */
const imagesOf = (items: readonly StoredItem[]): string[] =>
  items.flatMap(({ before, after }) =>
    [before.image?.file, after.image?.file].filter((file) => file !== undefined),
  );

/** The error for an id that no change has. */
export function noSuchChange(): ApiError {
  return new ApiError('not_found', 'There is no such change.');
}

/** How many changes a clean-up writes at once: each has 400 KB at most, and a commit 10 MB. */
export const CHANGES_PER_COMMIT = 10;

export type ChangeData = ReturnType<typeof createChangeData>;

/** Reads and writes of `changes/{id}`, which never change, except that an erasure strips its items. */
export function createChangeData({ db, report }: DataSource) {
  const changes = db.collection('changes');
  const parse = (snapshot: DocumentSnapshot): Change[] => {
    const change = parseOrReport(changeDocument, snapshot, report);
    return change ? [{ ...change, id: snapshot.id }] : [];
  };

  return {
    /** The id of the change of a request: without a key, a new one. @param names what distinguishes it from others */
    idOf(key: string | undefined, ...names: readonly string[]): string {
      if (key === undefined) return changes.doc().id;
      return sha256(JSON.stringify([key, ...names]), 'hex').slice(0, 20);
    },

    /** Returns a change, or undefined if it does not exist or is malformed. One billed read. */
    find: async ({ sdk }: Transaction, id: string): Promise<Change | undefined> =>
      parse(await sdk.get(changes.doc(id)))[0],

    /** Returns a change, or undefined if it does not exist. One billed read. @throws MalformedDocument */
    async read({ sdk }: Transaction, id: string): Promise<Change | undefined> {
      const change = parseSnapshot(changeDocument, await sdk.get(changes.doc(id)));
      return change && { ...change, id };
    },

    /** Writes a change in the transaction that makes it. */
    create({ sdk }: Transaction, change: NewChange, items: readonly StoredItem[]): void {
      const { id, actor, ...fields } = change;
      const { provider, username } = actor;
      sdk.create(changes.doc(id), {
        ...fields,
        actor: { provider, username },
        at: FieldValue.serverTimestamp(),
        items,
        joke_ids: items.map(({ joke_id }) => joke_id),
      });
    },

    /** Some changes of a joke, after the one with the id `after`; one billed read each. */
    async ofJoke({ sdk }: Transaction, jokeId: number, after = ''): Promise<DocumentSnapshot[]> {
      const named = changes.where('joke_ids', 'array-contains', jokeId);
      const query = named.orderBy(FieldPath.documentId()).limit(CHANGES_PER_COMMIT);
      return (await sdk.get(after === '' ? query : query.startAfter(after))).docs;
    },

    /**
     * Writes a change again without what it says of an erased joke, and without fields that this version does not know. Of
     * one that can't be parsed, which is reported, only {@link HARMLESS} fields stay.
     */
    strip({ sdk }: Transaction, snapshot: DocumentSnapshot, jokeId: number): void {
      const [change] = parse(snapshot);
      if (change) {
        const { id: _, ...fields } = change;
        const items = change.items.map((item) =>
          item.joke_id === jokeId ? withoutFields(jokeId) : item,
        );
        sdk.set(snapshot.ref, { ...fields, items });
      } else {
        const fields = Object.entries(snapshot.data() ?? {});
        sdk.set(
          snapshot.ref,
          Object.fromEntries(fields.filter(([name]) => HARMLESS.includes(name))),
        );
      }
    },

    /**
     * The latest changes, the latest first; one billed read each, and one for `after`.
     * @returns undefined if there is no change `after`
     */
    async list({ joke_id, username, from, to, limit, after }: z.output<typeof changeQuery>) {
      let query = changes.orderBy('at', 'desc');
      if (joke_id !== undefined) query = query.where('joke_ids', 'array-contains', joke_id);
      if (username !== undefined) query = query.where('actor.username', '==', username);
      if (from !== undefined) query = query.where('at', '>=', new Date(from));
      if (to !== undefined) query = query.where('at', '<', new Date(to));
      if (after !== undefined) {
        const start = await changes.doc(after).get();
        // A change without a time is in no list.
        if (start.get('at') === undefined) return undefined;
        query = query.startAfter(start);
      }
      const { docs } = await query.limit(limit).get();
      const last = docs.length < limit ? undefined : docs.at(-1);
      return { changes: docs.flatMap(parse), last: last?.id ?? null };
    },

    /** The images that changes since a time name; one billed read for each change. */
    async imagesSince(time: Date): Promise<Set<string>> {
      const { docs } = await changes.where('at', '>=', time).select('items').get();
      // Also of a change that a later version has made.
      const named = docs.map((document) => parseOrReport(changedItems, document, report));
      return new Set(named.flatMap((change) => imagesOf(change?.items ?? [])));
    },
  };
}
