import { randomUUID } from 'node:crypto';
import type { JokeDocument } from '../catalog/joke.ts';
import type { JokeData } from '../catalog/jokes.data.ts';
import { noSuchJoke, type ApiError } from '../contract/index.ts';
import type { CallState } from '../platform/deadline.ts';
import type { Networks, TakeUses } from '../platform/quota.ts';
import { newId, type Signing } from '../platform/signing.service.ts';
import type { Tools } from '../platform/tools.ts';
import type { VoterDocument, VoterDocuments } from './voter-documents.data.ts';

/** What is used of a call whose endpoint has the voter's cookie. */
export interface VoterCall {
  input: { headers: { 'idempotency-key'?: string | undefined } };
  network: Networks;
  state: CallState;
  sessionCookie: string | undefined;
  setSessionCookie: (value: string) => void;
}

/** What a browser does once with a joke. */
interface Act<Content extends Record<string, unknown>> {
  use: 'vote' | 'report';
  documents: VoterDocuments<Content>;
  /** the error for a browser that has done it before */
  done: ApiError;
  /** What changes about the joke, and what is stored of the act. */
  make: (
    joke: JokeDocument,
    at: Date,
  ) => { changes: Partial<JokeDocument>; content: NoInfer<Content> };
}

/** What is stored of an act, and the joke before; undefined if its key has done it before. */
interface Acted<Content> {
  stored: VoterDocument<Content>;
  before: JokeDocument | undefined;
}

interface Dependencies extends Pick<Tools, 'transact' | 'clock'> {
  jokeData: JokeData;
  signing: Signing;
  take: TakeUses;
}

export type Voters = ReturnType<typeof createVoters>;

/**
 * Tells browsers apart. One without a voter id gets one, in a cookie. Voter ids are signed, not stored: only this site
 * can issue one, and checking one costs no read. A call that is sent again with its `Idempotency-Key` gets its first
 * cookie if that was lost.
 */
export function createVoters({ jokeData, signing, take, transact, clock }: Dependencies) {
  /** The voter id that a browser without one gets for a key. */
  async function idOf(idempotencyKey: string): Promise<string> {
    return newId(Buffer.from(await signing.sign('new-voter', idempotencyKey), 'base64url'));
  }

  return {
    /**
     * Does something with a joke, once for each browser and joke.
     * @throws ApiError not_found if no approved joke has this id, too_many_requests for a quota, and the act's errors
     */
    async act<Content extends Record<string, unknown>>(
      call: VoterCall,
      joke_id: number,
      { use, documents, done, make }: Act<Content>,
    ): Promise<Acted<Content>> {
      const { sessionCookie, network, state } = call;
      // One that this site has not signed is of another site of the domain: every site on Hosting has to use this name.
      const known =
        sessionCookie === undefined ? undefined : await signing.openId('voter', sessionCookie);
      // Before anything is read, so that what is refused as done costs a use, too: it costs reads.
      if (known === undefined) take.newVoter(network);
      take[use](network);
      const { 'idempotency-key': key } = call.input.headers;
      const ofKey = key === undefined ? undefined : await idOf(key);
      const id = known ?? ofKey ?? newId();
      // A first call whose answer was lost is sent again under a cookie that another one has brought.
      const ids = [...new Set([id, ofKey ?? id])];
      const attempt = key ?? randomUUID();
      const result = await transact(
        {
          async read(transaction) {
            const references = ids.map((voter) => documents.reference(joke_id, voter));
            const { joke, others } = await jokeData.readWith(transaction, joke_id, references);
            return { joke, found: others.map(documents.parse) };
          },
          earlier({ found }): Acted<Content> | undefined {
            const stored = found.find((each) => each?.attempt === attempt);
            if (stored) return { stored, before: undefined };
            if (found[0] !== undefined) throw done;
            return undefined;
          },
          write(transaction, { joke }): Acted<Content> {
            if (joke?.status !== 'approved') throw noSuchJoke();
            const created_at = new Date(clock());
            const { changes, content } = make(joke, created_at);
            const stored = { ...content, joke_id, created_at, attempt };
            jokeData.update(transaction, joke, changes);
            documents.create(transaction, id, stored);
            return { stored, before: joke };
          },
        },
        state,
      );
      if (known === undefined) call.setSessionCookie(await signing.signId('voter', id));
      return result;
    },
  };
}
