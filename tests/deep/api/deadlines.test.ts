// @module-tag S11
import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { JokeStatus } from '../../../functions/src/contract/index.ts';
import { MINUTE_MS } from '../../../functions/src/domain/index.ts';
import type { Firestore } from '../../../functions/src/platform/tools.ts';
import { type Answer, type Instance } from '../../support/api-site.ts';
import {
  changePassword,
  instantPasswords,
  logIn,
  setUp,
  tokenOf,
} from '../../support/api/admin-steps.ts';
import { admin, changeAll } from '../../support/api/changes.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useImages } from '../../support/api/use-images.ts';
import { createTime } from '../../support/api/virtual-time.ts';
import { createRandom } from '../../support/random.ts';

const WRITES = 50;
const jokes = Array.from({ length: WRITES }, (_, index) => aJoke(index + 1));

const time = createTime();
const running = useImages(jokes, time.replaced);
useShortRetries();
afterEach(() => vi.restoreAllMocks());

let api: Instance;
/** another client, whose calls are not held back */
let db: Firestore;
let transactions: Promise<unknown>[];

beforeEach(async () => {
  db = (await running.start()).context.db;
  transactions = [];
});

/** Starts the instance that is tested, and follows its transactions. */
async function startInstance(replaced: object): Promise<void> {
  await running.restart(replaced);
  ({ api } = running);
  const run = api.context.db.runTransaction.bind(api.context.db);
  vi.spyOn(api.context.db, 'runTransaction').mockImplementation((...given) => {
    const transaction = run(...given);
    transactions.push(transaction);
    return transaction;
  });
}

/** A write of one kind: the nth of them, with its own joke, key and text. */
interface Write {
  joke_id: number;
  key: string;
  text: string;
  /** the address of its sender; each has another network */
  address: string;
}

interface Kind {
  what: string;
  /** how long it may take, in seconds */
  seconds?: number;
  /** parts of the instance to replace */
  replaced?: object;
  /** runs before each write */
  prepare?: (write: Write) => Promise<void>;
  send: (write: Write) => Promise<Answer>;
  /** how often it is stored */
  stored: (write: Write) => Promise<number>;
  /** the status of a success */
  success: number;
  /** whether it carries a key, so that the same again gets the same answer */
  hasKey: boolean;
  /** checks that nobody is left in doubt who sends a write again that may be stored, and carries no key */
  sendAgain?: (write: Write, wasStored: boolean) => Promise<void>;
}

function post(path: string, body: object, { key, address }: Write) {
  return api.request(path, { method: 'POST', body, key, network: address });
}
const sizeOf = async (collection: string, joke_id: number) =>
  (await db.collection(collection).where('joke_id', '==', joke_id).get()).size;
const changesOf = async ({ joke_id }: Write) =>
  (await db.collection('changes').where('joke_ids', 'array-contains', joke_id).get()).size;
const setStatus = async (joke_id: number, status: JokeStatus) =>
  void (await db.doc(`jokes/${joke_id}`).update({ status }));

const sign = { identify: undefined, passwords: instantPasswords };
let password = '';
let token = '';

const kinds: Kind[] = [
  {
    what: 'a vote',
    prepare: ({ joke_id }) => setStatus(joke_id, 'approved'),
    send: (write) => post('/ratings', { joke_id: write.joke_id, rating_num: 5 }, write),
    stored: ({ joke_id }) => sizeOf('ratings', joke_id),
    success: 201,
    hasKey: true,
  },
  {
    what: 'a report',
    prepare: ({ joke_id }) => setStatus(joke_id, 'approved'),
    send: (write) => post('/reports', { joke_id: write.joke_id, reason: 'other' }, write),
    stored: ({ joke_id }) => sizeOf('reports', joke_id),
    success: 201,
    hasKey: true,
  },
  {
    what: 'a submission',
    send: (write) => post('/jokes/submit', { joke_text: write.text }, write),
    async stored({ text }) {
      const { docs } = await db.collection('jokes').select('joke_text').get();
      return docs.filter((joke) => joke.get('joke_text') === text).length;
    },
    success: 201,
    hasKey: true,
  },
  {
    what: 'a decision with a key',
    send: ({ joke_id, key }) => changeAll(api, 'delete', [joke_id], { status: 'deleted' }, { key }),
    stored: changesOf,
    success: 200,
    hasKey: true,
  },
  {
    what: 'a decision without a key',
    prepare: ({ joke_id }) => setStatus(joke_id, 'pending'),
    send: ({ joke_id }) => admin(api, 'POST', `approve/${joke_id}`),
    stored: changesOf,
    success: 200,
    hasKey: false,
    async sendAgain(write) {
      expect((await this.send(write)).status).toBe(200);
    },
  },
  {
    what: 'a setup',
    replaced: sign,
    async prepare() {
      await db.recursiveDelete(db.collection('setup'));
      await db.recursiveDelete(db.collection('admins'));
      // So that the instance asks again whether there is an administrator.
      time.pass(5_000);
    },
    send: () => setUp(api),
    stored: async () => (await db.collection('admins').get()).size,
    success: 201,
    hasKey: false,
    async sendAgain(write, wasStored) {
      expect((await this.send(write)).status).toBe(wasStored ? 409 : 201);
      expect((await logIn(api)).status).toBe(200);
    },
  },
  {
    what: 'a password change',
    replaced: sign,
    async prepare({ address }) {
      if (password === '') {
        password = 'the first password';
        await setUp(api, { username: 'owner', password });
      }
      // So that the attempts of earlier writes are no longer counted.
      time.pass(15 * MINUTE_MS);
      token = tokenOf(await logIn(api, { password }, address));
    },
    send: ({ key }) => changePassword(api, token, key, password),
    async stored({ key }) {
      const hash: unknown = (await db.doc('admins/owner').get()).get('password_hash');
      if (hash === `hash of ${key}`) password = key;
      return Number(password === key);
    },
    success: 200,
    hasKey: false,
    async sendAgain(write, wasStored) {
      if (!wasStored) expect((await this.send(write)).status).toBe(200);
      expect((await logIn(api, { password: write.key }, write.address)).status).toBe(200);
    },
  },
  {
    what: 'an image',
    seconds: 50,
    send: ({ joke_id }) => running.generate(joke_id, '', api),
    stored: changesOf,
    success: 200,
    hasKey: false,
    async sendAgain(write) {
      expect((await this.send(write)).status).toBe(200);
    },
  },
];

const FAULTS = [
  undefined,
  { rpc: 'Commit', code: 4, when: 'after' },
  { rpc: 'Commit', code: 14, when: 'before' },
  { rpc: 'Commit', code: 10, when: 'before' },
] as const;

/** Waits until nothing goes on anymore, also of what was abandoned. */
async function settle(): Promise<void> {
  while (transactions.length > 0) await Promise.allSettled(transactions.splice(0));
  await api.idle();
}

/** Sends a write while Firestore holds one of its calls. @returns its answer when nothing goes on anymore */
async function sendHeld(kind: Kind, write: Write, random: () => number): Promise<Answer> {
  const { seconds = 20 } = kind;
  const when = random() < 0.5 ? 'before' : 'after';
  const nth = 1 + Math.floor(random() * 7);
  const fault = FAULTS[Math.floor(random() * 2 * FAULTS.length)];
  // For a while, until no commit may be sent, and until the call has ended.
  const heldFor = ([4, seconds - 4, seconds][Math.floor(random() * 3)] ?? 0) * 1_000;
  if (fault) running.site.firestore.inject(fault);
  const { reached, release } = api.holdCall(nth, when);
  const sending = kind.send(write);
  const isHeld = await Promise.race([reached.then(() => true), sending.then(() => false)]);
  if (isHeld) time.pass(heldFor);
  if (isHeld && heldFor === seconds * 1_000) await sending;
  release();
  const answer = await sending;
  await settle();
  running.site.firestore.clearFaults();
  return answer;
}

describe.each(kinds)('$what that Firestore holds before, in and after each step', (kind) => {
  test('is never stored after 503, is stored after a success, and what comes again after 504 finds out', async () => {
    const random = createRandom(20);
    await startInstance(kind.replaced ?? {});
    const seen = new Set<number>();
    for (let index = 1; index <= WRITES; index += 1) {
      const key = randomUUID();
      const text = `Chuck Norris holds on, number ${index}.`;
      const write = { joke_id: index, key, text, address: `10.${index}.0.1` };
      await kind.prepare?.(write);
      const answer = await sendHeld(kind, write, random);
      seen.add(answer.status);
      const stored = await kind.stored(write);
      if (answer.status === 503) expect(stored).toBe(0);
      else if (answer.status === kind.success) expect(stored).toBe(1);
      else expect(answer.status).toBe(504);
      if (answer.status !== 504) continue;
      const advice = kind.hasKey ? /same Idempotency-Key\.$/ : /Check before you try again\.$/;
      expect(answer.body).toEqual({ detail: expect.stringMatching(advice) });
      if (kind.hasKey) {
        const [again, last] = [await kind.send(write), await kind.send(write)];
        expect([again.status, last.status]).toEqual([kind.success, kind.success]);
        expect(last.body).toEqual(again.body);
      } else await kind.sendAgain?.(write, stored > 0);
      expect(await kind.stored(write)).toBe(1);
    }
    expect([...seen].toSorted((a, b) => a - b)).toEqual([kind.success, 503, 504]);
  });
});

test('submissions that wait for their turn when their time is up are never stored', async () => {
  await startInstance({});
  const texts = Array.from({ length: 5 }, (_, index) => `Chuck Norris waits for turn ${index}.`);
  const write = { joke_id: 0, text: '', address: '10.0.0.1' };
  const submit = (joke_text: string) =>
    post('/jokes/submit', { joke_text }, { ...write, key: randomUUID() });
  // Loads the catalog and the signing key.
  await submit('Chuck Norris arrives before the others.');
  time.pass(1);
  const { reached, release } = api.holdCall(1, 'before');
  const sending = texts.map(submit);
  await reached;
  // Each call has its time.
  await expect.poll(() => time.waiting(20_000)).toBe(texts.length);
  time.pass(20_000);
  const statuses = (await Promise.all(sending)).map(({ status }) => status);
  expect(statuses).toEqual(texts.map(() => 503));
  release();
  await settle();
  const { docs } = await db.collection('jokes').select('joke_text').get();
  const stored = docs.map((joke): unknown => joke.get('joke_text'));
  expect(stored.filter((text) => texts.some((each) => each === text))).toEqual([]);
});
