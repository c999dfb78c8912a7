import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { isMessage, type Message } from '../../src/wire/message.ts';
import { loadFirestoreService } from '../../src/wire/protocol.ts';
import { responses } from '../connection.ts';

/** A difference from Google's emulator that was found and fixed: operations, and what it answered. */
export interface FoundCase {
  readonly name: string;
  readonly operations: readonly Operation[];
  readonly answers: readonly Json[];
}

/** Reads found.ndjson, which has a case in each line. */
export function foundCases(): FoundCase[] {
  const lines = readFileSync(new URL('found.ndjson', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line): FoundCase => JSON.parse(line));
}

/** What JSON can say; int64, bytes, NaN and -0 are strings. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [key: string]: Json };

/**
 * A call of the protocol as JSON. In the strings of its request, `$root` stands for `projects/…/documents`,
 * `$database` for its parent; `{transaction: '$transaction'}` for the transaction that was opened last,
 * `{updateTime: 'c/a'}` for the time at which the document was last written.
 */
export interface Operation {
  readonly rpc: string;
  readonly request: JsonObject;
}

const READS: readonly string[] = [
  'GetDocument',
  'BatchGetDocuments',
  'RunQuery',
  'RunAggregationQuery',
  'ListDocuments',
  'ListCollectionIds',
];
const service = loadFirestoreService();
const asAdmin = new Metadata();
asAdmin.set('authorization', 'Bearer owner');

/** Server times from this year on are those of the run. */
const TODAY = Date.UTC(2020) / 1000;

/** What depends on the clock, or is text for people. */
const IGNORED = ['readTime', 'message'];

/** Whether a field need not be sent: only those of a value say something by being there. */
function isDefault(name: string, value: unknown): boolean {
  if (value === null || value === undefined) return true;
  if (name.endsWith('Value')) return false;
  const empty = Array.isArray(value) || value instanceof Uint8Array ? value.length === 0 : !value;
  return empty && !Object.is(value, Number.NaN);
}

/** One run of operations in a project of its own, with what later requests name. */
class Session {
  readonly #database = `projects/p-${randomUUID()}/databases/(default)`;
  readonly #client: Client;
  readonly #updateTimes = new Map<string, unknown>();
  readonly #times = new Map<string, string>();
  #transaction: unknown = '';

  constructor(client: Client) {
    this.#client = client;
  }

  async call({ rpc, request }: Operation): Promise<unknown> {
    const sent: unknown = this.#filled(request);
    try {
      const answers = (await this.#send(rpc, isMessage(sent) ? sent : {})).filter(isMessage);
      this.#learn(answers, sent);
      return comparable(rpc, answers);
    } catch (error) {
      if (!(error instanceof Error) || !('code' in error)) throw error;
      return { error: error.code };
    }
  }

  /** @returns what both sides have to answer alike */
  seen(answer: unknown): Json {
    return this.#normalized(answer, '');
  }

  async #send(rpc: string, request: Message): Promise<readonly unknown[]> {
    const method = service[rpc];
    if (method === undefined) throw new Error(`The protocol has no ${rpc}.`);
    const { path, requestSerialize, responseDeserialize, responseStream } = method;
    const options = { deadline: Date.now() + 30_000 };
    if (responseStream) {
      const stream = this.#client.makeServerStreamRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        asAdmin,
        options,
      );
      return await responses(stream);
    }
    return await new Promise((resolve, reject) => {
      this.#client.makeUnaryRequest(
        path,
        requestSerialize,
        responseDeserialize,
        request,
        asAdmin,
        options,
        (error, answer) => (error ? reject(error) : resolve([answer])),
      );
    });
  }

  #learn(answers: readonly Message[], request: unknown): void {
    for (const { transaction } of answers) {
      if (transaction instanceof Uint8Array && transaction.length > 0) {
        this.#transaction = transaction;
      }
    }
    const results: unknown = answers[0]?.['writeResults'];
    const writes: unknown = isMessage(request) ? request['writes'] : [];
    if (!Array.isArray(results) || !Array.isArray(writes)) return;
    for (const [index, result] of results.entries()) {
      const write: unknown = writes[index];
      if (!isMessage(result) || !isMessage(write) || !isMessage(write['update'])) continue;
      if (result['updateTime']) {
        this.#updateTimes.set(String(write['update']['name']), result['updateTime']);
      }
    }
  }

  #filled(value: unknown): unknown {
    if (typeof value === 'string') {
      return value
        .replace('$root', `${this.#database}/documents`)
        .replace('$database', this.#database);
    }
    if (Array.isArray(value)) return value.map((item) => this.#filled(item));
    if (!isMessage(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => {
        if (item === '$transaction') return [key, this.#transaction];
        if (key !== 'updateTime') return [key, this.#filled(item)];
        const name = `${this.#database}/documents/${String(item)}`;
        return [key, this.#updateTimes.get(name) ?? { seconds: '1', nanos: 0 }];
      }),
    );
  }

  #normalized(value: unknown, key: string): Json {
    if (value instanceof Uint8Array) {
      return key === 'transaction' ? key : Buffer.from(value).toString('base64');
    }
    if (typeof value === 'number') {
      return Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : String(value);
    }
    if (typeof value === 'string') {
      if (key === 'nextPageToken') return 'token';
      return value.replaceAll(`${this.#database}/documents`, '$root');
    }
    if (Array.isArray(value)) return value.map((item) => this.#normalized(item, ''));
    if (!isMessage(value)) return typeof value === 'boolean' ? value : null;
    if (key === 'timestampValue' || key.endsWith('Time')) return this.#time(value, key);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([name, item]) => !IGNORED.includes(name) && !isDefault(name, item))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, item]) => [name, this.#normalized(item, name)]),
    );
  }

  /** Times of the run become numbers in the order of their appearance. */
  #time({ seconds, nanos }: Message, key: string): Json {
    const text = `${Number(seconds ?? 0)}.${Number(nanos ?? 0)}`;
    if (Number(seconds ?? 0) < TODAY) return text;
    if (key === 'timestampValue') return 'now';
    const known = this.#times.get(text) ?? `time ${this.#times.size + 1}`;
    this.#times.set(text, known);
    return known;
  }
}

/** Leaves out what may differ: how a stream is divided, in which order single documents come. */
function comparable(rpc: string, answers: readonly Message[]): readonly unknown[] {
  if (rpc === 'RunQuery') return answers.map(({ document }) => document).filter(isMessage);
  if (rpc === 'RunAggregationQuery') return answers.map(({ result }) => result).filter(isMessage);
  if (rpc !== 'BatchGetDocuments') return answers;
  const nameOf = ({ found, missing }: Message) =>
    String(isMessage(found) ? found['name'] : missing);
  return answers
    .filter(({ found, missing }) => found !== undefined || missing !== undefined)
    .sort((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
}

/** Opens a client that sends exactly the messages it is given, as the Admin SDK. */
export function openClient(host: string): Client {
  return new Client(host, credentials.createInsecure());
}

/** Sends operations in their order, successive reads at once. @returns the answers, comparable as JSON */
export async function play(client: Client, operations: readonly Operation[]): Promise<Json[]> {
  const session = new Session(client);
  const answers: Json[] = [];
  let reads: Promise<unknown>[] = [];
  const finish = async () => {
    for (const answer of await Promise.all(reads)) answers.push(session.seen(answer));
    reads = [];
  };
  for (const operation of operations) {
    const isRead =
      READS.includes(operation.rpc) && !JSON.stringify(operation.request).includes('ransaction');
    if (!isRead) await finish();
    const answer = session.call(operation);
    if (isRead) reads.push(answer);
    else answers.push(session.seen(await answer));
  }
  await finish();
  return answers;
}
