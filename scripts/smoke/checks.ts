import * as z from 'zod';
import {
  API_BASE_PATH,
  embedPath,
  endpoints,
  type Endpoint,
} from '../../functions/src/contract/index.ts';
import { counted } from '../counted.ts';
import { wrongSecurityHeaders } from '../security-headers.ts';
import { checkGoogleSignIn, checkRelease, checkWebApp } from './live-checks.ts';
import {
  BOUNDS,
  Fault,
  openRequest,
  printable,
  type Bounds,
  type Reply,
  type Request,
} from './request.ts';

/** How long the CDN may cache content that can be taken down, in seconds (S22). */
const MAX_SHARED_SECONDS = 60;
/** How long it may cache images. */
const MAX_SHARED_IMAGE_SECONDS = 3_600;
/** The highest possible joke id. No site uses it, so a call that is wrongly allowed changes nothing. */
const UNUSED_ID = '999999999';
const UNUSED_IMAGE = `${'0'.repeat(32)}-640.webp`;

/** The outcome of a check. `seen` says what was found, what is wrong, or why the check was skipped. */
export interface Finding {
  check: string;
  outcome: 'passed' | 'failed' | 'skipped';
  seen: string;
}

/** A check does not apply to this site; the message says why. */
class Skip extends Error {}

/** Checks by their names. Each returns what it found. */
type Checks = Record<string, (request: Request) => Promise<string>>;

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

/** Parses JSON with a schema. @throws {Fault} if the text doesn't match it */
function parse<Schema extends z.ZodType>(schema: Schema, { text }: Reply): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Fault(`unexpected response: ${text.slice(0, 80)}`);
  }
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

const reading: Checks = {
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
    const files = [...new Set(text.match(/(?<=(?:href|src|data-app)=")\/assets\/[^"]+/g))];
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

const refused: Checks = {
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

/** What is known about a site. */
export interface SmokeOptions {
  /** whether its administrator signs in with Google; default: yes */
  google?: boolean;
  /** the build that Hosting must serve; default: any */
  dist?: string;
  bounds?: Bounds;
  /** default: Google's servers */
  identityToolkit?: string;
}

const isLocal = (origin: string) =>
  ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(origin).hostname);

function live(origin: string, options: SmokeOptions): Checks {
  const { dist, google = true, bounds = BOUNDS, identityToolkit } = options;
  return {
    ...(dist === undefined
      ? {}
      : { 'this version': (request: Request) => checkRelease(request, dist, bounds) }),
    'sign-in configuration': checkWebApp,
    'sign-in with Google': (request) => {
      if (!google) throw new Skip('no administrator signs in with Google');
      if (isLocal(origin) && identityToolkit === undefined) throw new Skip('a local stack');
      return checkGoogleSignIn(request, origin, bounds, identityToolkit);
    },
  };
}

/**
 * Checks a running site from outside, as a visitor without an account. It changes nothing on the site: it
 * only reads, and sends writes that must be refused and would have nothing to change.
 * @param origin such as `https://facts.example`
 * @param onFinding receives each finding as soon as it is made
 * @returns all findings, in order, with texts that are safe to print
 */
export async function smoke(
  origin: string,
  options: SmokeOptions = {},
  onFinding: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const request = openRequest(origin, options.bounds ?? BOUNDS);
  const findings: Finding[] = [];
  for (const [check, run] of Object.entries({ ...live(origin, options), ...reading, ...refused })) {
    const found = async (): Promise<Omit<Finding, 'check'>> => {
      try {
        return { outcome: 'passed', seen: await run(request) };
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        if (error instanceof Skip) return { outcome: 'skipped', seen: message };
        const seen = error instanceof Fault ? message : `no response: ${message}`;
        return { outcome: 'failed', seen };
      }
    };
    const { outcome, seen } = await found();
    const finding = { check, outcome, seen: printable(seen) };
    findings.push(finding);
    onFinding(finding);
  }
  return findings;
}
