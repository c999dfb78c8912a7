import { randomUUID } from 'node:crypto';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { ApiError, jokeId } from '../../contract/index.ts';
import { createBatcher } from '../concurrency/batch.ts';
import type { Transaction } from '../database/database.ts';
import { deleteFound } from '../database/query-pages.data.ts';
import type { ReadDeadline } from '../database/read-deadline.ts';
import { openDocuments, type DataSource } from '../database/stored-document.data.ts';
import { documentExists, writeTimeout, type Transact } from '../database/transact.ts';

/** What every document `{joke}_{voter}` has besides its content. */
export const voterDocument = z.object({
  joke_id: jokeId,
  created_at: z.date(),
  /**
   * The idempotency key that the browser sent, or a random UUID. It distinguishes what was sent again
   * from a second vote or report.
   */
  attempt: z.string(),
});
export type VoterDocument<Content> = z.output<typeof voterDocument> & Content;

/** Firestore's limit for the values of an `in` filter. */
const ATTEMPTS_PER_QUERY = 30;

type VoterDocuments<Content> = ReturnType<typeof createVoterDocuments<Content>>;

/** Reads and writes the documents `{joke}_{voter}` of a collection: what each voter did with a joke. */
export function createVoterDocuments<Content>(
  source: DataSource,
  name: string,
  schema: z.ZodMiniType<VoterDocument<Content>>,
) {
  const { db } = source;
  const { collection, parse, create } = openDocuments(source, name, schema);
  const idOf = (jokeIdNumber: number, voter: string) => `${jokeIdNumber}_${voter}`;
  const voterOf = ({ id }: DocumentSnapshot) => id.slice(id.indexOf('_') + 1);

  return {
    collection,
    parse,
    /**
     * What these attempts stored, and its voter, by attempt; one billed read for each, at least one.
     * @param attempts at most {@link ATTEMPTS_PER_QUERY}
     */
    async findAttempts(attempts: readonly string[]) {
      const { docs } = await collection.where('attempt', 'in', [...new Set(attempts)]).get();
      const found = docs.flatMap((snapshot) => {
        const stored = parse(snapshot);
        return stored ? [{ stored, voter: voterOf(snapshot) }] : [];
      });
      return new Map(found.map((each) => [each.stored.attempt, each]));
    },
    /**
     * What these voters did with a joke, by voter; null for a malformed document, which is reported. The
     * others are left out. One billed read per voter. @param transaction in which they are read
     */
    async readMany(
      jokeIdNumber: number,
      voters: readonly string[],
      transaction?: Transaction,
    ): Promise<Map<string, VoterDocument<Content> | null>> {
      if (voters.length === 0) return new Map();
      const references = voters.map((voter) => collection.doc(idOf(jokeIdNumber, voter)));
      const snapshots = await (transaction ?? db).getAll(...references);
      const found = snapshots.filter(({ exists }) => exists);
      return new Map(found.map((snapshot) => [voterOf(snapshot), parse(snapshot) ?? null]));
    },
    /** Creates a document; the commit fails if this voter has one for the joke. */
    create(transaction: Transaction, voter: string, created: VoterDocument<Content>): void {
      create(transaction, idOf(created.joke_id, voter), created);
    },
    /**
     * Deletes every document of a deleted joke. Such a joke gets no new ones, so this needs no transaction.
     * @returns how many there were; one billed read and one delete each
     */
    removeAll: async (jokeIdNumber: number): Promise<number> => {
      let removed = 0;
      const query = collection.where('joke_id', '==', jokeIdNumber);
      for await (const count of deleteFound(db, query)) removed += count;
      return removed;
    },
  };
}

const ACTS_PER_TRANSACTION = 250;

/** What is done once per voter: a vote, for example. `Value` is what the voter chooses, such as the stars. */
interface Kind<Value, Content, Joke> {
  documents: VoterDocuments<Content>;
  /** whether what is stored is what the voter chooses now */
  isSame: (stored: Content, value: Value) => boolean;
  /** Reads the joke and what is changed besides the voters' documents; undefined if it isn't approved. */
  read: (transaction: Transaction, jokeId: number) => Promise<Joke | undefined>;
  /** Changes that for these values. @returns what to store for each of them */
  write: (
    transaction: Transaction,
    joke: Joke,
    values: readonly Value[],
    at: Date,
  ) => (value: Value) => Content;
  alreadyDone: () => ApiError;
  /** Refuses a key that was used for something else. @param stored for this joke, if it was this one */
  keyUsed: (stored?: Content) => ApiError;
  noSuchJoke: () => ApiError;
  transact: Transact;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** One voter's act, to be stored. */
interface Act<Value> {
  voter: string;
  value: Value;
  attempt: string;
  /** whether the first attempt reads no document of the voter, who should have none */
  isFirst: boolean;
}

interface AddOptions {
  /** the browser's id for this act */
  idempotencyKey?: string | undefined;
  /** whether the voter is known to have done nothing with the joke */
  isFirst?: boolean;
}

/** What was done, as {@link createOncePerVoter} describes it. */
export type OncePerVoter<Value, Content> = ReturnType<
  typeof createOncePerVoter<Value, Content, unknown>
>;

/** Stores what a voter may do once with each joke. What arrives together for a joke shares a transaction. */
export function createOncePerVoter<Value, Content, Joke>(kind: Kind<Value, Content, Joke>) {
  const { documents, transact, withReadDeadline, clock } = kind;
  type Stored = VoterDocument<Content>;

  /** @param stored the voter's document after the act; null for a malformed one */
  function outcomeOf(act: Act<Value>, stored: Stored | null | undefined, isApproved: boolean) {
    if (stored?.attempt === act.attempt) {
      return kind.isSame(stored, act.value) ? stored : kind.keyUsed(stored);
    }
    return isApproved && stored !== undefined ? kind.alreadyDone() : kind.noSuchJoke();
  }

  /**
   * Stores acts in one transaction. A commit that failed with an error may have happened anyway. Then a
   * retry finds the act's own `attempt`, and it is already stored.
   */
  function store(jokeId: number, acts: readonly Act<Value>[], skipFirst: boolean) {
    let skipping = skipFirst;
    return transact(async (transaction) => {
      const mayHave = acts.filter(({ isFirst }) => !(skipping && isFirst));
      skipping = false;
      const voters = new Set(mayHave.map(({ voter }) => voter));
      const [joke, stored] = await Promise.all([
        kind.read(transaction, jokeId),
        documents.readMany(jokeId, [...voters], transaction),
      ]);
      const toStore = new Map<string, Act<Value>>();
      for (const act of acts) {
        if (!stored.has(act.voter) && !toStore.has(act.voter)) toStore.set(act.voter, act);
      }
      if (joke !== undefined && toStore.size > 0) {
        const created_at = new Date(clock());
        const values = [...toStore.values()].map(({ value }) => value);
        const contentOf = kind.write(transaction, joke, values, created_at);
        for (const { voter, value, attempt } of toStore.values()) {
          const created = { ...contentOf(value), joke_id: jokeId, created_at, attempt };
          documents.create(transaction, voter, created);
          stored.set(voter, created);
        }
      }
      return acts.map((act) => outcomeOf(act, stored.get(act.voter), joke !== undefined));
    });
  }

  const storeBatched = createBatcher<Act<Value>, Stored | ApiError>(
    ACTS_PER_TRANSACTION,
    writeTimeout(clock),
    async (key, acts) => {
      try {
        return await store(Number(key), acts, true);
      } catch (error) {
        // It was sent twice, and the other one was stored first.
        if (!documentExists(error)) throw error;
        return store(Number(key), acts, false);
      }
    },
  );

  const findBatched = createBatcher<
    string,
    { found?: { stored: Stored; voter: string } | undefined }
  >(ATTEMPTS_PER_QUERY, writeTimeout(clock), async (_key, attempts) => {
    const found = await withReadDeadline(documents.findAttempts(attempts));
    return attempts.map((attempt) => ({ found: found.get(attempt) }));
  });

  return {
    /**
     * What was stored with an idempotency key, and its voter. One billed read, which simultaneous calls share.
     * @throws ApiError conflict if the key was used for another joke or value
     */
    async find(jokeId: number, value: Value, idempotencyKey: string) {
      const { found } = await findBatched('attempts', idempotencyKey);
      if (found && found.stored.joke_id !== jokeId) throw kind.keyUsed();
      if (found && !kind.isSame(found.stored, value)) throw kind.keyUsed(found.stored);
      return found;
    },

    /**
     * What a voter has stored for a joke with an idempotency key; undefined if the voter has done nothing
     * with it. One billed read.
     * @throws ApiError if the voter has done it with another key, or the key was used for another value
     */
    async findOwn(jokeId: number, voter: string, value: Value, idempotencyKey?: string) {
      const own = (await withReadDeadline(documents.readMany(jokeId, [voter]))).get(voter);
      if (own === undefined) return undefined;
      if (own === null || own.attempt !== idempotencyKey) throw kind.alreadyDone();
      if (!kind.isSame(own, value)) throw kind.keyUsed(own);
      return { stored: own, voter };
    },

    /**
     * Stores what a voter does with an approved joke; resolves only after its commit.
     * @throws ApiError if the voter has already done it, conflict if the idempotency key was used for
     *   another value, or not_found if no approved joke has this id
     */
    async add(
      jokeId: number,
      voter: string,
      value: Value,
      { idempotencyKey = randomUUID(), isFirst = false }: AddOptions = {},
    ): Promise<Stored> {
      const act = { voter, value, attempt: idempotencyKey, isFirst };
      const outcome = await storeBatched(String(jokeId), act);
      if (outcome instanceof ApiError) throw outcome;
      return outcome;
    },
  };
}
