import { once } from 'node:events';
import { IncomingMessage, request as openRequest } from 'node:http';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';

const JSON_TYPE = { 'content-type': 'application/json' };
const MB = 1024 * 1024;

/** A harmful body and the status that refuses it. */
export interface HostileBody {
  what: string;
  status: 413 | 415 | 422;
  method?: 'GET' | 'POST';
  /** the path below /api/v1; default: that of votes */
  path?: string;
  headers: Readonly<Record<string, string>>;
  /** Sent with its Content-Length; the chunks of a function are streamed without one. */
  body: string | Buffer | (() => Iterable<Buffer>);
}

function* endless(): Iterable<Buffer> {
  const chunk = Buffer.alloc(64 * 1024, '[');
  for (;;) yield chunk;
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
    body: () => [Buffer.from('{}')],
  },
  { what: '8 MB of brackets', status: 413, headers: JSON_TYPE, body: Buffer.alloc(8 * MB, '[') },
  { what: 'an endless stream', status: 413, headers: JSON_TYPE, body: endless },
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
    body: () => [LARGE_TEXT.subarray(0, 10_000), LARGE_TEXT.subarray(10_000)],
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
    what: 'a body in a GET',
    status: 415,
    method: 'GET',
    path: '/jokes',
    headers: JSON_TYPE,
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

/**
 * Sends a hostile body until the response arrives.
 * @param untilCutOff keeps sending after the response, until the server closes the connection
 */
export async function sendHostile(
  origin: string,
  { method = 'POST', path = '/ratings', headers, body }: HostileBody,
  { untilCutOff = false } = {},
): Promise<Refusal> {
  const url = `${origin}/api/v1${path}`;
  const streamed = typeof body === 'function';
  const length = streamed ? {} : { 'content-length': Buffer.byteLength(body) };
  const sent = openRequest(url, { method, headers: { ...headers, ...length }, agent: false });
  // After the response, this happens when the server closes the connection.
  const closed = once(sent, 'close').catch(() => undefined);
  const arrived = once(sent, 'response');
  if (streamed) Readable.from(body()).pipe(sent);
  else sent.end(body);
  const [response]: unknown[] = await arrived;
  if (!(response instanceof IncomingMessage)) throw new Error('No response');
  const received = await text(response);
  if (!untilCutOff) sent.destroy();
  await closed;
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    body: JSON.parse(received),
  };
}
