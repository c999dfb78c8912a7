import { randomUUID } from 'node:crypto';
import { ApiError } from '../contract/index.ts';
import type { Transaction } from './database.ts';
import type { Transact } from './transact.ts';
import type { NetworkQuota, Networks } from './quota.ts';
import { newId, type Signing } from './signing.service.ts';
import type { VoterDocument, VoterDocuments } from './voter-documents.data.ts';

/** What is used of a call whose endpoint has the voter's cookie. */
export interface VoterCall {
  input: { headers: { 'idempotency-key'?: string | undefined } };
  network: Networks;
  sessionCookie: string | undefined;
  setSessionCookie: (value: string) => void;
  clearSessionCookie: () => void;
}

/** What a browser may do once with each joke, such as voting. */
interface Act<Content> {
  documents: VoterDocuments<Content>;
  jokeId: number;
  /** whether what is stored is what the browser wants now */
  isSame: (stored: Content) => boolean;
  /**
   * Changes the joke, in the transaction.
   * @returns what to store for this browser
   * @throws ApiError not_found if no approved joke has this id
   */
  write: (transaction: Transaction, at: Date) => Promise<Content>;
  alreadyDone: () => ApiError;
  /** Refuses a key that was used for something else. */
  keyUsed: (stored: Content) => ApiError;
}

interface Dependencies {
  signing: Signing;
  transact: Transact;
  /** for new voter ids */
  takeNewVoter: NetworkQuota;
  /** milliseconds since the epoch */
  clock: () => number;
}

export type OncePerBrowser = ReturnType<typeof createOncePerBrowser>;

/**
 * Does what a browser may do once with each joke. A browser without a voter id gets one, in a cookie. Voter
 * ids are signed, not stored: only this site can issue one, and checking one costs no read. A call that is
 * sent again with its `Idempotency-Key` gets its first answer, and its cookie if that was lost.
 */
export function createOncePerBrowser({ signing, transact, takeNewVoter, clock }: Dependencies) {
  /** The voter id that a browser without one gets for a key. */
  async function voterOf(idempotencyKey: string): Promise<string> {
    return newId(Buffer.from(await signing.sign('new-voter', idempotencyKey), 'base64url'));
  }

  /**
   * @returns what is stored for this browser; at most three billed reads and two writes
   * @throws ApiError forbidden when this site did not issue the voter id, too_many_requests for too many new
   *   voter ids, conflict when the key was used for something else, and what the act throws
   */
  return async <Content>(call: VoterCall, act: Act<Content>): Promise<VoterDocument<Content>> => {
    const { documents, jokeId } = act;
    const { sessionCookie } = call;
    const known =
      sessionCookie === undefined ? undefined : await signing.openId('voter', sessionCookie);
    if (sessionCookie !== undefined && known === undefined) {
      call.clearSessionCookie();
      throw new ApiError('forbidden', 'This site did not issue this voter id.');
    }
    if (known === undefined) takeNewVoter(call.network);

    const { 'idempotency-key': key } = call.input.headers;
    const ofKey = key === undefined ? undefined : await voterOf(key);
    const voter = known ?? ofKey ?? newId();
    const attempt = key ?? randomUUID();
    // A first call whose answer was lost is sent again under a cookie that another one has brought.
    const voters = [...new Set([voter, ofKey ?? voter])];

    const stored = await transact(
      async (transaction) => {
        const created_at = new Date(clock());
        const content = await act.write(transaction, created_at);
        const created = { ...content, joke_id: jokeId, created_at, attempt };
        documents.create(transaction, voter, created);
        return created;
      },
      {
        async marker(transaction) {
          const found = await documents.find(transaction, jokeId, voters);
          const earlier = [...found.values()].find((each) => each?.attempt === attempt);
          if (earlier && !act.isSame(earlier)) throw act.keyUsed(earlier);
          if (!earlier && found.has(voter)) throw act.alreadyDone();
          return earlier ?? undefined;
        },
      },
    );
    if (known === undefined) call.setSessionCookie(await signing.signId('voter', voter));
    return stored;
  };
}
