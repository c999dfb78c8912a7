import { once } from 'node:events';
import { Agent, IncomingMessage, request as openRequest } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

const JSON_TYPE = { 'content-type': 'application/json' };
const MB = 1024 * 1024;

/** A harmful body and the status that refuses it. */
export interface HostileBody {
  what: string;
  status: 413 | 415 | 422;
  /** the path below /api/v1; default: that of votes */
  path?: string;
  headers: Readonly<Record<string, string>>;
  /** Sent with its Content-Length; chunks are streamed without one. */
  body: string | Buffer | readonly Buffer[];
}

const LARGE_TEXT = Buffer.from(`{"joke_text":"${'x'.repeat(20_000)}"}`);
const encoded = (encoding: string) => ({ ...JSON_TYPE, 'content-encoding': encoding });

export const hostileBodies: readonly HostileBody[] = [
  {
    what: 'gzip of 10 MB of empty objects',
    status: 415,
    headers: encoded('gzip'),
    body: gzipSync(`[${'{},'.repeat((10 * MB) / 3)}{}]`, { level: 9 }),
  },
  {
    what: 'a compressed stream',
    status: 415,
    headers: encoded('gzip, br'),
    body: [Buffer.from('{}')],
  },
  { what: '8 MB of brackets', status: 413, headers: JSON_TYPE, body: Buffer.alloc(8 * MB, '[') },
  {
    what: '20 KB with a Content-Length',
    status: 413,
    path: '/jokes/submit',
    headers: JSON_TYPE,
    body: LARGE_TEXT,
  },
  {
    what: '20 KB without a Content-Length',
    status: 413,
    path: '/jokes/submit',
    headers: JSON_TYPE,
    body: [LARGE_TEXT.subarray(0, 10_000), LARGE_TEXT.subarray(10_000)],
  },
  { what: 'text', status: 415, headers: { 'content-type': 'text/plain' }, body: '{}' },
  {
    what: 'JSON instead of a form',
    status: 415,
    path: '/admin/login',
    headers: JSON_TYPE,
    body: '{}',
  },
  { what: 'no content type', status: 415, headers: {}, body: '{}' },
  {
    what: 'CloudEvents, which the framework supports',
    status: 415,
    headers: { 'content-type': 'application/cloudevents+json' },
    body: '{}',
  },
  {
    what: 'an unknown character set',
    status: 415,
    headers: { 'content-type': 'application/json; charset=klingon' },
    body: '{}',
  },
  {
    what: 'arrays nested 8,000 deep',
    status: 422,
    headers: JSON_TYPE,
    body: '['.repeat(8_000) + ']'.repeat(8_000),
  },
];

/** The response to a hostile body. */
export interface Refusal {
  status: number;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/** Sends a hostile body over a connection that stays open, as Google's front end does. */
export async function sendHostile(
  origin: string,
  { path = '/ratings', headers, body }: Pick<HostileBody, 'path' | 'headers' | 'body'>,
): Promise<Refusal> {
  const url = `${origin}/api/v1${path}`;
  const whole = typeof body === 'string' || Buffer.isBuffer(body);
  const length = whole ? { 'content-length': Buffer.byteLength(body) } : {};
  const agent = new Agent({ keepAlive: true });
  const sent = openRequest(url, { method: 'POST', headers: { ...headers, ...length }, agent });
  const arrived = once(sent, 'response');
  if (whole) sent.end(body);
  else Readable.from(body).pipe(sent);
  const [response]: unknown[] = await arrived;
  if (!(response instanceof IncomingMessage)) throw new Error('No response');
  const received = await text(response);
  agent.destroy();
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: JSON.parse(received),
  };
}
