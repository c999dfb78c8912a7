import * as z from 'zod';
import { API_BASE_PATH, endpoints, type Endpoint } from '../../functions/src/contract/index.ts';
import { counted } from '../counted.ts';

const TIMEOUT_MS = 20_000;
/** How long the CDN may cache content that can be taken down, in seconds (S22). */
const MAX_SHARED_SECONDS = 60;
/** The same for images. */
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

/** A fault of the site; the message describes it. */
class Fault extends Error {}
/** A check does not apply to this site; the message says why. */
class Skip extends Error {}

interface Reply {
  status: number;
  headers: Headers;
  text: string;
}

const list = z.object({
  jokes: z.array(
    z.object({ joke_id: z.int(), joke_text: z.string(), image_url: z.string().nullable() }),
  ),
  total: z.int(),
});
const health = z.object({ status: z.literal('ok'), firestore: z.literal('reachable') });
const refusal = z.object({ detail: z.string() });

/** Parses JSON with a schema. @throws {Fault} if the text doesn't match it */
function parse<Schema extends z.ZodType>(schema: Schema, text: string): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw new Fault(`unexpected response: ${text.slice(0, 80)}`);
  }
}

function expectStatus({ status }: Reply, ...allowed: number[]): void {
  if (!allowed.includes(status)) {
    throw new Fault(`status ${status} instead of ${allowed.join(' or ')}`);
  }
}

function cacheControl({ headers }: Reply): string {
  return headers.get('cache-control') ?? 'no Cache-Control';
}

function expectUncached(reply: Reply): void {
  if (!/no-store/.test(cacheControl(reply))) {
    throw new Fault(`may be cached: ${cacheControl(reply)}`);
  }
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

/** The security headers and the values they must match (S14). */
const SECURITY_HEADERS: [name: string, value: RegExp][] = [
  ['content-security-policy', /default-src 'none'/],
  ['strict-transport-security', /max-age=\d{8,}/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /./],
  ['cross-origin-opener-policy', /^same-origin/],
];

const everyEndpoint: [string, Endpoint][] = Object.entries(endpoints);

/** The endpoints that only an administrator may call. */
const adminEndpoints = everyEndpoint.filter(([, { access }]) => access === 'admin');

/** The path of a call, with ids that no site uses. */
function callPath(path: string): string {
  return API_BASE_PATH + path.replace('{id}', UNUSED_ID).replace('{name}', UNUSED_IMAGE);
}

/**
 * Checks a running site from outside, as a visitor without an account. It changes nothing on the site: it
 * only reads, and sends writes that must be refused and would have nothing to change.
 * @param origin such as `https://facts.example`
 * @param onFinding receives each finding as soon as it is made
 * @returns all findings, in order
 */
export async function smoke(
  origin: string,
  onFinding: (finding: Finding) => void = () => undefined,
): Promise<Finding[]> {
  const findings: Finding[] = [];

  async function request(path: string, init: RequestInit = {}): Promise<Reply> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(origin + path, { redirect: 'manual', signal, ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** Runs a check; `run` returns what it found. */
  async function check(name: string, run: () => Promise<string>): Promise<void> {
    const finding = await run().then(
      (seen): Finding => ({ check: name, outcome: 'passed', seen }),
      (error: unknown): Finding => {
        if (error instanceof Skip) return { check: name, outcome: 'skipped', seen: error.message };
        const message = error instanceof Error ? error.message : String(error);
        return {
          check: name,
          outcome: 'failed',
          seen: error instanceof Fault ? message : `no response: ${message}`,
        };
      },
    );
    findings.push(finding);
    onFinding(finding);
  }

  /** Requests a public list of jokes. */
  async function jokesAt(path: string): Promise<z.output<typeof list>['jokes']> {
    const reply = await request(API_BASE_PATH + path);
    expectStatus(reply, 200);
    return parse(list, reply.text).jokes;
  }

  async function firstJoke() {
    const [joke] = await jokesAt('/jokes');
    if (!joke) throw new Skip('the site has no approved facts');
    return joke;
  }

  await check('health', async () => {
    const reply = await request(`${API_BASE_PATH}/health`);
    expectStatus(reply, 200);
    parse(health, reply.text);
    expectUncached(reply);
    return 'the API reaches its database';
  });

  await check('home page', async () => {
    const reply = await request('/');
    expectStatus(reply, 200);
    const title = /<title>([^<]+)<\/title>/.exec(reply.text)?.[1];
    if (title === undefined) throw new Fault('no title');
    return title;
  });

  for (const path of ['/', `${API_BASE_PATH}/jokes`, '/no-such-page']) {
    await check(`security headers of ${path}`, async () => {
      const { headers } = await request(path);
      const wrong = SECURITY_HEADERS.filter(
        ([name, value]) => !value.test(headers.get(name) ?? ''),
      ).map(([name]) => name);
      if (wrong.length > 0) throw new Fault(`missing or wrong: ${wrong.join(', ')}`);
      return `${SECURITY_HEADERS.length} as required`;
    });
  }

  for (const path of ['/jokes', '/jokes/top', '/jokes/newest']) {
    await check(`list ${path}`, async () => {
      const reply = await request(API_BASE_PATH + path);
      expectStatus(reply, 200);
      const { jokes, total } = parse(list, reply.text);
      return `${jokes.length} of ${counted(total, 'fact')}, ${expectShared(reply)}`;
    });
  }

  await check('revalidation', async () => {
    const etag = (await request(`${API_BASE_PATH}/jokes`)).headers.get('etag');
    if (etag === null) throw new Fault('a list has no ETag');
    // Otherwise Node's fetch adds no-cache, which requests the whole list.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const again = await request(`${API_BASE_PATH}/jokes`, { headers });
    expectStatus(again, 304);
    if (again.text !== '') throw new Fault('304 with a body');
    return '304 without a body';
  });

  await check('a fact', async () => {
    const joke = await firstJoke();
    const page = await request(`/fact/${joke.joke_id}`);
    expectStatus(page, 200);
    if (!page.text.includes(`/fact/${joke.joke_id}`))
      throw new Fault('the page does not contain its own path');
    return `no. ${joke.joke_id}, ${expectShared(page)}`;
  });

  await check('an image', async () => {
    const shown = [...(await jokesAt('/jokes/top')), ...(await jokesAt('/jokes'))];
    const url = shown.find(({ image_url }) => image_url !== null)?.image_url;
    if (url === undefined || url === null)
      throw new Skip('no fact on the first pages has an image');
    const reply = await request(url);
    expectStatus(reply, 200);
    const type = reply.headers.get('content-type');
    if (type !== 'image/webp') throw new Fault(`has the type ${type}`);
    return expectShared(reply, MAX_SHARED_IMAGE_SECONDS);
  });

  for (const path of [
    '/no-such-page',
    `/fact/${UNUSED_ID}`,
    `${API_BASE_PATH}/no-such-call`,
    `${API_BASE_PATH}/jokes/${UNUSED_ID}`,
    `${API_BASE_PATH}/images/files/${UNUSED_IMAGE}`,
  ]) {
    await check(`404 for ${path}`, async () => {
      const reply = await request(path);
      expectStatus(reply, 404);
      if (!path.startsWith(API_BASE_PATH)) return cacheControl(reply);
      parse(refusal, reply.text);
      expectUncached(reply);
      return 'not cached';
    });
  }

  await check('sitemap', async () => {
    const robots = await request('/robots.txt');
    expectStatus(robots, 200);
    if (!/^Sitemap: http/m.test(robots.text)) throw new Fault('robots.txt has no sitemap');
    const sitemap = await request('/sitemap.xml');
    expectStatus(sitemap, 200);
    const urls = sitemap.text.match(/<loc>/g)?.length ?? 0;
    if (urls === 0) throw new Fault('lists no URLs');
    return counted(urls, 'URL');
  });

  await check('installable app', async () => {
    const manifest = await request('/manifest.webmanifest');
    expectStatus(manifest, 200);
    const { name } = parse(z.object({ name: z.string() }), manifest.text);
    expectStatus(await request('/sw.js'), 200);
    return `“${name}” with a service worker`;
  });

  for (const [kind, headers] of [
    ['without a bearer', {}],
    ['with a forged bearer', { authorization: 'Bearer forged' }],
  ] as const) {
    await check(`admin calls ${kind}`, async () => {
      for (const [name, { method, path }] of adminEndpoints) {
        const reply = await request(callPath(path), { method, headers });
        if (reply.status !== 401) throw new Fault(`${name} returned ${reply.status}`);
      }
      return `${counted(adminEndpoints.length, 'call')} refused with 401`;
    });
  }

  await check('pending facts', async () => {
    expectStatus(await request(`${API_BASE_PATH}/jokes?status=pending`), 403);
    return 'refused with 403';
  });

  const vote = {
    method: 'POST',
    body: JSON.stringify({ joke_id: Number(UNUSED_ID), rating_num: 5 }),
  };
  await check('a vote from another site', async () => {
    const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example' };
    expectStatus(await request(`${API_BASE_PATH}/ratings`, { ...vote, headers }), 403);
    return 'refused with 403';
  });
  await check('a body that is too large', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = vote.body + ' '.repeat(20_000);
    expectStatus(await request(`${API_BASE_PATH}/ratings`, { ...vote, body, headers }), 413);
    return 'refused with 413';
  });
  return findings;
}
