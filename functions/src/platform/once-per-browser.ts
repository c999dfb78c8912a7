import { randomUUID } from 'node:crypto';
import type { DocumentData } from 'firebase-admin/firestore';
import * as z from 'zod';
import { jokeId, type ApiError } from '../contract/index.ts';
import type { CallState } from './deadline.ts';
import type { Networks, TakeUses } from './quota.ts';
import { newId, type Signing } from './signing.service.ts';
import { openDocuments, type DataSource } from './stored-document.data.ts';
import type { Tools, Transaction } from './tools.ts';

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
type VoterDocument<Content> = z.output<typeof voterDocument> & Content;

const DELETES_PER_COMMIT = 400;

type VoterDocuments<Content extends DocumentData> = ReturnType<
  typeof createVoterDocuments<Content>
>;

/** Reads and writes the documents `{joke}_{voter}` of a collection: what each voter did with a joke. */
export function createVoterDocuments<Content extends DocumentData>(
  source: DataSource,
  name: string,
  content: z.core.$ZodType<Content>,
) {
  const schema = z.intersection(voterDocument, content);
  const { collection, parse, create } = openDocuments(source, name, schema);
  const idOf = (joke: number, voter: string) => `${joke}_${voter}`;
  return {
    /**
     * What each of these voters did with a joke: undefined if nothing, null for a malformed document, which is reported.
     * One billed read each.
     */
    async find(transaction: Transaction, joke: number, voters: readonly string[]) {
      const references = voters.map((voter) => collection.doc(idOf(joke, voter)));
      const snapshots = await transaction.sdk.getAll(...references);
      return snapshots.map((found) => (found.exists ? (parse(found) ?? null) : undefined));
    },
    /** The commit fails if this voter has a document for the joke. */
    create: (transaction: Transaction, voter: string, created: VoterDocument<Content>) =>
      create(transaction, idOf(created.joke_id, voter), created),
    /**
     * Deletes every document of a deleted joke. Such a joke gets no new ones, so this needs no transaction. One billed
     * read and one delete each.
     */
    async removeAll(joke: number): Promise<void> {
      const some = collection.where('joke_id', '==', joke).select().limit(DELETES_PER_COMMIT);
      for (let left = true; left;) {
        const { docs } = await some.get();
        const batch = source.db.batch();
        for (const document of docs) batch.delete(document.ref);
        await batch.commit();
        left = docs.length === DELETES_PER_COMMIT;
      }
    },
  };
}

/** What is used of a call whose endpoint has the voter's cookie. */
export interface VoterCall {
  input: { headers: { 'idempotency-key'?: string | undefined } };
  network: Networks;
  state: CallState;
  sessionCookie: string | undefined;
  setSessionCookie: (value: string) => void;
}

/** What a browser may do once with each joke, such as voting. */
interface Act<Content extends DocumentData, Read> {
  documents: VoterDocuments<Content>;
  jokeId: number;
  /** what its quota counts */
  use: 'vote' | 'report';
  /** whether what is stored is what the browser wants now */
  isSame: (stored: Content) => boolean;
  /** Reads the joke in the transaction. */
  read: (transaction: Transaction) => Promise<Read>;
  /**
   * Changes the joke.
   * @returns what to store for this browser
   * @throws ApiError not_found if no approved joke has this id
   */
  write: (transaction: Transaction, read: Read, at: Date) => Content;
  alreadyDone: () => ApiError;
  /** Refuses a key that was used for something else. */
  keyUsed: (stored: Content) => ApiError;
}

interface Dependencies extends Tools {
  signing: Signing;
  take: TakeUses;
}

export type OncePerBrowser = ReturnType<typeof createOncePerBrowser>;

/**
 * Does what a browser may do once with each joke. A browser without a voter id gets one, in a cookie. Voter
 * ids are signed, not stored: only this site can issue one, and checking one costs no read. A call that is
 * sent again with its `Idempotency-Key` gets its first answer, and its cookie if that was lost.
 */
export function createOncePerBrowser({ signing, transact, take, clock }: Dependencies) {
  /** The voter id that a browser without one gets for a key. */
  async function voterOf(idempotencyKey: string): Promise<string> {
    return newId(Buffer.from(await signing.sign('new-voter', idempotencyKey), 'base64url'));
  }

  /**
   * @returns what is stored for this browser; at most three billed reads and two writes
   * @throws ApiError too_many_requests for a quota, conflict when the key was used for something else, and what the act throws
   */
  return async <Content extends DocumentData, Read>(
    call: VoterCall,
    act: Act<Content, Read>,
  ): Promise<VoterDocument<Content>> => {
    const { documents, jokeId } = act;
    const { sessionCookie } = call;
    // One that this site has not signed is of another site of the domain: every site on Hosting has to use this name.
    const known =
      sessionCookie === undefined ? undefined : await signing.openId('voter', sessionCookie);
    // Before anything is read, so that what is refused as done costs a use, too: it costs reads.
    if (known === undefined) take.newVoter(call.network);
    take[act.use](call.network);

    const { 'idempotency-key': key } = call.input.headers;
    const ofKey = key === undefined ? undefined : await voterOf(key);
    const voter = known ?? ofKey ?? newId();
    const attempt = key ?? randomUUID();
    // A first call whose answer was lost is sent again under a cookie that another one has brought.
    const voters = [...new Set([voter, ofKey ?? voter])];

    const stored = await transact(
      {
        async read(transaction) {
          const found = await documents.find(transaction, jokeId, voters);
          return { found, joke: await act.read(transaction) };
        },
        earlier({ found }) {
          const earlier = found.find((each) => each?.attempt === attempt);
          if (earlier && !act.isSame(earlier)) throw act.keyUsed(earlier);
          if (!earlier && found[0] !== undefined) throw act.alreadyDone();
          return earlier ?? undefined;
        },
        write(transaction, { joke }) {
          const created_at = new Date(clock());
          const content = act.write(transaction, joke, created_at);
          const created = { ...content, joke_id: jokeId, created_at, attempt };
          documents.create(transaction, voter, created);
          return created;
        },
      },
      call.state,
    );
    if (known === undefined) call.setSessionCookie(await signing.signId('voter', voter));
    return stored;
  };
}
