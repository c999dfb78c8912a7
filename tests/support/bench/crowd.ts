// Many clients, in a process of their own, so that a list does not wait for what they cost themselves. Usage:
// crowd.ts <port> <kind>; sends a message when all are connected.
import { once } from 'node:events';
import { Agent, IncomingMessage, request } from 'node:http';
import { finished } from 'node:stream/promises';
import { API_BASE_PATH } from '../../../functions/src/contract/urls.ts';
import { limits } from '../../../functions/src/domain/index.ts';

/** How many facts the site must have. */
export const JOKES = 20_000;
export const CLIENTS = 80;
/** The kind that the others are compared with. */
export const RENDERED = 'rendered pages';

/** Of 500 facts, as `exclude` has them. */
export const excluded = Array.from({ length: limits.randomMaxExcluded }, (_, at) => at + 1).join();

/** What a crowd sends. */
interface Sent {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const form = { 'content-type': 'application/json' };
/** No cache answers it. */
const uncached = { authorization: 'Bearer x' };
const largeText = JSON.stringify({ joke_text: 'x'.repeat(limits.bodyMaxBytes - 40) });

/** The nth request of each kind of crowd. */
export const CROWDS: Readonly<Record<string, (nth: number) => Sent>> = {
  [RENDERED]: (nth) => ({ path: `/?page=${2 + (nth % 400)}`, headers: uncached }),
  'random with 500 excluded': () => ({ path: `${API_BASE_PATH}/jokes/random?exclude=${excluded}` }),
  related: (nth) => ({ path: `${API_BASE_PATH}/jokes/${1 + (nth % JOKES)}/related` }),
  similar: (nth) => ({
    path: `${API_BASE_PATH}/jokes/similar`,
    method: 'POST',
    body: JSON.stringify({ joke_text: `Chuck Norris once cooked dinner for ${nth} people.` }),
  }),
  search: (nth) => ({ path: `${API_BASE_PATH}/jokes/search?q=roundhause+kick+${nth}` }),
  cards: (nth) => ({ path: `${API_BASE_PATH}/cards/${1 + (nth % JOKES)}.png` }),
  'the sitemap with brotli': () => ({ path: '/sitemap.xml', headers: uncached }),
  'HEAD of the sitemap': () => ({ path: '/sitemap.xml', method: 'HEAD', headers: uncached }),
  'the largest bodies of visitors': () => ({
    path: `${API_BASE_PATH}/jokes/submit`,
    method: 'POST',
    body: largeText,
  }),
};

/** Sends requests of a kind, each client one after the other, until the process is ended. */
async function sendAll(port: string, crowd: (nth: number) => Sent): Promise<void> {
  const agent = new Agent({ keepAlive: true });
  let sent = 0;
  async function send(): Promise<void> {
    const nth = (sent += 1);
    const { path, method = 'GET', body, headers: own } = crowd(nth);
    // Each request comes from a network of its own, so that no quota refuses it.
    const address = `10.${(nth >> 8) & 255}.${nth & 255}.1`;
    const headers = {
      'accept-encoding': 'br',
      'x-forwarded-for': address,
      ...own,
      ...(body !== undefined && form),
    };
    const asked = request({ agent, host: '127.0.0.1', port, path, method, headers }).end(body);
    const [answer]: unknown[] = await once(asked, 'response');
    if (!(answer instanceof IncomingMessage)) throw new Error('No answer');
    await finished(answer.resume());
  }
  async function client(): Promise<void> {
    while (true) {
      await send();
      if (sent === 2 * CLIENTS) process.send?.('connected');
    }
  }
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

const [port, kind = ''] = process.argv.slice(2);
const crowd = CROWDS[kind];
if (process.send && port && crowd) await sendAll(port, crowd);
