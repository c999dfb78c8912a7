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
  jokes: z.array(z.object({ joke_id: z.int(), image_url: z.string().nullable() })),
  total: z.int(),
});
const health = z.object({ status: z.literal('ok'), firestore: z.literal('reachable') });
const adminSetup = z.object({ admin_exists: z.boolean() });

/** Parses a reply. @throws {Fault} if it doesn't match the schema */
function parse<Schema extends z.ZodType>(schema: Schema, { text }: Reply): z.output<Schema> {
  const value = parseJson(schema, text);
  if (value === undefined) throw new Fault(`unexpected response: ${text.slice(0, 80)}`);
  return value;
}

const cacheControl = ({ headers }: Reply) => headers.get('cache-control') ?? 'no Cache-Control';

function expectUncached(reply: Reply): string {
  if (cacheControl(reply).includes('no-store')) return 'not cached';
  throw new Fault(`may be cached: ${cacheControl(reply)}`);
}

/** Checks that the CDN may cache a reply, but not for too long. */
function expectShared(reply: Reply, max = MAX_SHARED_SECONDS): string {
  const seconds = Number(/\bs-maxage=(\d+)/.exec(cacheControl(reply))?.[1] ?? NaN);
  if (seconds <= max) return `cached for ${seconds} s`;
  throw new Fault(`cached for more than ${max} s or not at all: ${cacheControl(reply)}`);
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
const jokesAt = async (request: Request, path: string) =>
  parse(list, await request(api(path), 200)).jokes;

/** The endpoints that only an administrator may call. */
const adminEndpoints = Object.values<Endpoint>(endpoints).filter(
  ({ access }) => access === 'admin',
);

/** What a visitor reads, and may not do. */
export const checks: Checks = {
  async health(request) {
    const reply = await request(api('/health'), 200);
    parse(health, reply);
    return `the API reaches its database, ${expectUncached(reply)}`;
  },

  ...ofEach('page', ['/', '/top-100', '/newest'], async (request, path) => {
    const page = await request(path, 200);
    const facts = page.text.match(/<article/g)?.length ?? 0;
    if (facts === 0 && (await jokesAt(request, '/jokes')).length > 0) {
      throw new Fault('shows no facts');
    }
    return `${counted(facts, 'fact')}, ${expectShared(page)}`;
  }),

  async 'page /random'(request) {
    return expectUncached(await request('/random', 200));
  },

  async 'files of the home page'(request) {
    const named = assetsOf((await request('/', 200)).text);
    const files = [...named, '/manifest.webmanifest', '/sw.js'];
    for (const file of files) await request(file, 200);
    return counted(files.length, 'file');
  },

  async 'security headers'(request) {
    const [{ joke_id } = { joke_id: Number(UNUSED_ID) }] = await jokesAt(request, '/jokes');
    const paths = ['/', '/login', '/no-such-page', api('/jokes'), embedPath(joke_id)];
    for (const path of paths) {
      const wrong = wrongSecurityHeaders((await request(path, null)).headers, path);
      if (wrong !== '') throw new Fault(`${path} has missing or wrong ones: ${wrong}`);
    }
    return `as required on ${counted(paths.length, 'path')}`;
  },

  ...ofEach('list', ['/jokes', '/jokes/top', '/jokes/newest'], async (request, path) => {
    const reply = await request(api(path), 200);
    const { jokes, total } = parse(list, reply);
    return `${jokes.length} of ${counted(total, 'fact')}, ${expectShared(reply)}`;
  }),

  async 'an image'(request) {
    const shown = [
      ...(await jokesAt(request, '/jokes/top')),
      ...(await jokesAt(request, '/jokes')),
    ];
    const url = shown.find(({ image_url }) => image_url !== null)?.image_url;
    if (!url) throw new Skip('no fact on the first pages has an image');
    const reply = await request(url, 200);
    const type = reply.headers.get('content-type');
    if (type !== 'image/webp') throw new Fault(`has the type ${type}`);
    return expectShared(reply, MAX_SHARED_IMAGE_SECONDS);
  },

  ...ofEach('404 for', ['/no-such-page', `/fact/${UNUSED_ID}`], async (request, path) =>
    cacheControl(await request(path, 404)),
  ),
  ...ofEach('404 for', [api(`/jokes/${UNUSED_ID}`)], async (request, path) =>
    expectUncached(await request(path, 404)),
  ),

  async administrator(request) {
    const reply = await request(api('/admin/setup'), 200);
    expectUncached(reply);
    const { admin_exists } = parse(adminSetup, reply);
    return admin_exists ? 'exists' : 'none yet: open /setup-admin';
  },

  async 'pending facts'(request) {
    await request(api('/jokes?status=pending'), 403);
    return 'refused with 403';
  },

  async 'calls of an administrator'(request) {
    for (const { method, path } of adminEndpoints) {
      const unused = path.replace('{id}', UNUSED_ID).replace('{name}', UNUSED_IMAGE);
      await request(api(unused), 401, { method, headers: { authorization: 'Bearer forged' } });
    }
    return `${counted(adminEndpoints.length, 'call')} refused with 401`;
  },
};
