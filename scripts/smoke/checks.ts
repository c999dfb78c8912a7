import * as z from 'zod';
import {
  API_BASE_PATH,
  embedPath,
  endpoints,
  type Endpoint,
} from '../../functions/src/contract/index.ts';
import { counted } from '../counted.ts';
import { wrongSecurityHeaders } from '../security-headers.ts';
import { assetsOf, Fault, parseJson, type Reply, type Request } from './request.ts';

/** How long the CDN may cache content that can be taken down, in seconds (S22). */
const MAX_SHARED_SECONDS = 60;
/** How long it may cache images. */
const MAX_SHARED_IMAGE_SECONDS = 3_600;
/** The highest possible joke id. No site uses it, so a call that is wrongly allowed changes nothing. */
const UNUSED_ID = '999999999';
const UNUSED_IMAGE = `${'0'.repeat(32)}-640.webp`;

/** A check does not apply to this site; the message says why. */
export class Skip extends Error {}

/** Checks by their names. Each returns what it found. */
export type Checks = Record<string, (request: Request) => Promise<string>>;

const list = z.object({
  jokes: z.array(
    z.object({ joke_id: z.int(), joke_text: z.string(), image_url: z.string().nullable() }),
  ),
  total: z.int(),
});
const health = z.object({ status: z.literal('ok'), firestore: z.literal('reachable') });
const refusal = z.object({ detail: z.string() });
const manifest = z.object({ name: z.string() });
const adminSetup = z.object({ admin_exists: z.boolean() });

/** Parses a reply. @throws {Fault} if it doesn't match the schema */
function parse<Schema extends z.ZodType>(schema: Schema, { text }: Reply): z.output<Schema> {
  const value = parseJson(schema, text);
  if (value === undefined) throw new Fault(`unexpected response: ${text.slice(0, 80)}`);
  return value;
}

function cacheControl({ headers }: Reply): string {
  return headers.get('cache-control') ?? 'no Cache-Control';
}

function expectUncached(reply: Reply): void {
  const found = cacheControl(reply);
  if (!found.includes('no-store')) throw new Fault(`may be cached: ${found}`);
}

/**
 * Checks that the CDN may cache a reply, but not for too long.
 * @returns a phrase that says how long
 */
function expectShared(reply: Reply, max = MAX_SHARED_SECONDS): string {
  const seconds = Number(/\bs-maxage=(\d+)/.exec(cacheControl(reply))?.[1] ?? NaN);
  if (!(seconds <= max)) {
    throw new Fault(`cached for more than ${max} s or not at all: ${cacheControl(reply)}`);
  }
  return `cached for ${seconds} s`;
}

const api = (path: string) => API_BASE_PATH + path;

/** The same check of several paths. */
function ofEach(
  name: string,
  paths: readonly string[],
  run: (request: Request, path: string) => Promise<string>,
): Checks {
  return Object.fromEntries(
    paths.map((path) => [`${name} ${path}`, (request: Request) => run(request, path)]),
  );
}

/** Requests a public list of jokes. */
async function jokesAt(request: Request, path: string) {
  return parse(list, await request(api(path), 200)).jokes;
}

/** What a visitor reads. */
export const reading: Checks = {
  async health(request) {
    const reply = await request(api('/health'), 200);
    parse(health, reply);
    expectUncached(reply);
    return 'the API reaches its database';
  },

  ...ofEach('page', ['/', '/top-100', '/newest'], async (request, path) => {
    const page = await request(path, 200);
    const title = /<title>([^<]+)<\/title>/.exec(page.text)?.[1];
    if (title === undefined) throw new Fault('no title');
    const facts = page.text.match(/<article/g)?.length ?? 0;
    const exist = facts > 0 || (await jokesAt(request, '/jokes')).length > 0;
    if (exist && facts === 0) throw new Fault('shows no facts');
    return `${title}, ${counted(facts, 'fact')}, ${expectShared(page)}`;
  }),

  async 'files of the home page'(request) {
    const { text } = await request('/', 200);
    const files = assetsOf(text);
    for (const file of files) await request(file, 200);
    return counted(files.length, 'file');
  },

  async 'a random page'(request) {
    expectUncached(await request('/random', 200));
    return 'not cached';
  },

  ...ofEach('security headers of', ['/', api('/jokes'), '/no-such-page'], async (request, path) => {
    const wrong = wrongSecurityHeaders((await request(path, null)).headers);
    if (wrong !== '') throw new Fault(`missing or wrong: ${wrong}`);
    return 'as required';
  }),

  ...ofEach('list', ['/jokes', '/jokes/top', '/jokes/newest'], async (request, path) => {
    const reply = await request(api(path), 200);
    const { jokes, total } = parse(list, reply);
    return `${jokes.length} of ${counted(total, 'fact')}, ${expectShared(reply)}`;
  }),

  async revalidation(request) {
    const etag = (await request(api('/jokes'), 200)).headers.get('etag');
    if (etag === null) throw new Fault('a list has no ETag');
    // Otherwise Node's fetch adds no-cache, which requests the whole list.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const { text } = await request(api('/jokes'), 304, { headers });
    if (text !== '') throw new Fault('304 with a body');
    return '304 without a body';
  },

  async 'a fact'(request) {
    const [joke] = await jokesAt(request, '/jokes');
    if (!joke) throw new Skip('the site has no approved facts');
    const path = `/fact/${joke.joke_id}`;
    const page = await request(path, 200);
    if (!page.text.includes(path)) throw new Fault('the page does not contain its own path');
    return `no. ${joke.joke_id}, ${expectShared(page)}`;
  },

  async 'an embed'(request) {
    const [joke] = await jokesAt(request, '/jokes');
    if (!joke) throw new Skip('the site has no approved facts');
    const path = embedPath(joke.joke_id);
    const page = await request(path, 200);
    const wrong = wrongSecurityHeaders(page.headers, path);
    if (wrong !== '') throw new Fault(`missing or wrong: ${wrong}`);
    return `no. ${joke.joke_id}, for frames of other sites, ${expectShared(page)}`;
  },

  async 'an image'(request) {
    const shown = [
      ...(await jokesAt(request, '/jokes/top')),
      ...(await jokesAt(request, '/jokes')),
    ];
    const url = shown.find(({ image_url }) => image_url !== null)?.image_url;
    if (url === undefined || url === null) {
      throw new Skip('no fact on the first pages has an image');
    }
    const reply = await request(url, 200);
    const type = reply.headers.get('content-type');
    if (type !== 'image/webp') throw new Fault(`has the type ${type}`);
    return expectShared(reply, MAX_SHARED_IMAGE_SECONDS);
  },

  ...ofEach('404 for', ['/no-such-page', `/fact/${UNUSED_ID}`], async (request, path) =>
    cacheControl(await request(path, 404)),
  ),
  ...ofEach(
    '404 for',
    ['/no-such-call', `/jokes/${UNUSED_ID}`, `/images/files/${UNUSED_IMAGE}`].map(api),
    async (request, path) => {
      const reply = await request(path, 404);
      parse(refusal, reply);
      expectUncached(reply);
      return 'not cached';
    },
  ),

  ...ofEach('feed', ['/feed.xml', '/feed.json'], async (request, path) => {
    const reply = await request(path, 200);
    const type = reply.headers.get('content-type') ?? '';
    if (!/^application\/(?:atom\+xml|feed\+json)/.test(type))
      throw new Fault(`has the type ${type}`);
    return expectShared(reply);
  }),

  async sitemap(request) {
    const robots = await request('/robots.txt', 200);
    if (!/^Sitemap: http/m.test(robots.text)) throw new Fault('robots.txt has no sitemap');
    const { text } = await request('/sitemap.xml', 200);
    const urls = text.match(/<loc>/g)?.length ?? 0;
    if (urls === 0) throw new Fault('lists no URLs');
    return counted(urls, 'URL');
  },

  async administrator(request) {
    const reply = await request(api('/admin/setup'), 200);
    expectUncached(reply);
    const { admin_exists } = parse(adminSetup, reply);
    return admin_exists ? 'exists' : 'none yet: open /setup-admin';
  },

  async 'installable app'(request) {
    const { name } = parse(manifest, await request('/manifest.webmanifest', 200));
    await request('/sw.js', 200);
    return `“${name}” with a service worker`;
  },
};

/** The endpoints that only an administrator may call. */
const adminEndpoints = Object.values<Endpoint>(endpoints).filter(
  ({ access }) => access === 'admin',
);

const callAsAdmin = (headers: Record<string, string>) => async (request: Request) => {
  for (const { method, path } of adminEndpoints) {
    const unused = path.replace('{id}', UNUSED_ID).replace('{name}', UNUSED_IMAGE);
    await request(api(unused), 401, { method, headers });
  }
  return `${counted(adminEndpoints.length, 'call')} refused with 401`;
};

const vote = JSON.stringify({ joke_id: Number(UNUSED_ID), rating_num: 5 });

const post = (body: string, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  body,
  headers: { 'content-type': 'application/json', ...headers },
});

const refuses = (status: number, path: string, init?: RequestInit) => async (request: Request) => {
  await request(api(path), status, init);
  return `refused with ${status}`;
};

/** What a visitor may not do. */
export const refused: Checks = {
  'admin calls without a bearer': callAsAdmin({}),
  'admin calls with a forged bearer': callAsAdmin({ authorization: 'Bearer forged' }),
  'pending facts': refuses(403, '/jokes?status=pending'),
  'a vote from another site': refuses(
    403,
    '/ratings',
    post(vote, { origin: 'https://elsewhere.example' }),
  ),
  'a body that is too large': refuses(413, '/ratings', post(vote + ' '.repeat(20_000))),
};
