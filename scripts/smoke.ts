// npm run smoke, and the end of npm run deploy: checks a running site from outside, without changing it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import { API_BASE_PATH, endpoints, type Endpoint } from '../functions/src/contract/index.ts';
import { printable } from '../local/stack/terminal.ts';
import { refuse } from './command-line.ts';
import { counted } from './text.ts';

/** The outcome of a check. `seen` says what was found, or what is wrong. */
export interface Finding {
  check: string;
  passed: boolean;
  seen: string;
}

/** What is known about a site. */
export interface SmokeOptions {
  /** whether administrators sign in with Google; default: yes */
  google?: boolean;
  /** the built web/dist that Hosting must serve; default: any */
  dist?: string;
  /** where the browser's Firebase SDK signs in; default: Google's servers; a local stack has none */
  identityToolkit?: string;
  /** milliseconds for one response; Hosting may take three times as long until it serves a release everywhere */
  timeout?: number;
}

const IDENTITY_TOOLKIT = 'https://identitytoolkit.googleapis.com';

const TIMEOUT_MS = 20_000;
/** How long the CDN may cache content that can be taken down, in seconds (S22). */
const MAX_SHARED_SECONDS = 60;
/** The highest possible joke id. No site uses it, so a call that is wrongly allowed changes nothing. */
const UNUSED_ID = '999999999';
const UNUSED_IMAGE = `${'0'.repeat(32)}-640.webp`;

/** What the policy of every response must match, and that of embeds, which other sites may frame. */
const POLICY = /^(?!.*'unsafe-)default-src 'none';.*frame-ancestors 'none'/;
const EMBED_POLICY =
  /^(?!.*('unsafe-|script-src))default-src 'none';.*form-action 'none'; frame-ancestors \*$/;

/** The other headers that every response must have, and the values they must match (S14). */
const SECURITY_HEADERS: [name: string, value: RegExp][] = [
  ['strict-transport-security', /^max-age=\d{8,}/],
  ['x-content-type-options', /^nosniff$/],
  ['referrer-policy', /./],
  ['cross-origin-opener-policy', /^same-origin-allow-popups$/],
];

/**
 * The names of the security headers that are missing or too weak, separated by commas; '' if none is.
 * @param path of the request
 */
export function wrongSecurityHeaders(headers: Headers, path = '/'): string {
  const policy = path.startsWith('/embed/') ? EMBED_POLICY : POLICY;
  const required = [['content-security-policy', policy] as const, ...SECURITY_HEADERS];
  const wrong = required.filter(([name, value]) => !value.test(headers.get(name) ?? ''));
  return wrong.map(([name]) => name).join(', ');
}

interface Reply {
  path: string;
  status: number;
  headers: Headers;
  text: string;
}

/**
 * Requests a path of the site.
 * @param status the expected one; null: any
 * @throws {Error} if the status is another one, or the path leads elsewhere
 */
type Request = (path: string, status: number | null, init?: RequestInit) => Promise<Reply>;

const openRequest =
  (origin: string, timeout: number): Request =>
  async (path, status, init = {}) => {
    const url = new URL(path, origin);
    if (url.origin !== origin) throw new Error(`${path} leads to another site`);
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(url, { redirect: 'manual', signal, ...init });
    const text = await response.text();
    if (status === null || response.status === status) {
      return { path, status: response.status, headers: response.headers, text };
    }
    throw new Error(`${path} returned ${response.status} instead of ${status}`);
  };

/** Parses JSON. @returns undefined if the text doesn't match the schema */
function parseJson<Schema extends z.ZodType>(schema: Schema, text: string) {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Parses a reply. @throws {Error} if it doesn't match the schema */
function parse<Schema extends z.ZodType>(schema: Schema, { text }: Reply): z.output<Schema> {
  const value = parseJson(schema, text);
  if (value === undefined) throw new Error(`unexpected response: ${text.slice(0, 80)}`);
  return value;
}

/** The built scripts and styles that a page names. */
const assetsOf = (html: string) => [
  ...new Set(html.match(/(?<=(?:href|src|data-app)=")\/assets\/[^"]+/g)),
];

const webApp = z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() });
const authProject = z.object({ authorizedDomains: z.array(z.string()) });
const authUri = z.object({ authUri: z.string() });
const refusal = z.object({ error: z.object({ message: z.string() }) });

/**
 * Checks the web app's configuration, which the site signs in with, and what the browser asks before it signs in with
 * Google: whether the API key is valid, whether the site's domain is authorized, and whether the provider is enabled.
 * @param google where it is asked; undefined: only the configuration is checked
 * @throws {Error} says what to change in the console
 */
async function checkSignIn(request: Request, origin: string, google?: Request): Promise<string> {
  const config = parseJson(webApp, (await request('/__/firebase/init.json', 200)).text);
  if (config === undefined) {
    throw new Error('link a web app to Hosting (Project settings → Your apps), then deploy again');
  }
  const app = `web app of ${config.projectId}`;
  if (google === undefined) return `${app}, without Google`;
  // A key can be restricted to websites.
  const headers = { referer: `${origin}/`, 'content-type': 'application/json' };
  const key = encodeURIComponent(config.apiKey);
  const reasonOf = ({ status, text }: Reply) =>
    parseJson(refusal, text)?.error.message ?? `Google answers ${status}`;

  const project = await google(`/v1/projects?key=${key}`, null, { headers });
  const domains = parseJson(authProject, project.text)?.authorizedDomains;
  if (domains === undefined) {
    throw new Error(`Authentication is not set up in the console: ${reasonOf(project)}`);
  }
  const { hostname } = new URL(origin);
  if (!domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) {
    throw new Error(
      `${hostname} is not authorized: Authentication → Settings → Authorized domains`,
    );
  }
  const body = JSON.stringify({ providerId: 'google.com', continueUri: `${origin}/login` });
  const init = { method: 'POST', headers, body };
  const started = await google(`/v1/accounts:createAuthUri?key=${key}`, null, init);
  if (parseJson(authUri, started.text) === undefined) {
    throw new Error(
      `Google is not enabled: Authentication → Sign-in method (${reasonOf(started)})`,
    );
  }
  return `${app}, Google enabled, ${hostname} authorized`;
}

/** Checks that Hosting serves a build: its pages name scripts by their content. */
async function checkRelease(request: Request, dist: string, timeout: number): Promise<string> {
  const scriptsOf = (html: string) => assetsOf(html).toSorted().join(' ');
  const built = scriptsOf(readFileSync(join(dist, 'app.html'), 'utf8'));
  const end = performance.now() + timeout;
  while (scriptsOf((await request('/login', null)).text) !== built) {
    if (performance.now() > end) {
      throw new Error('Hosting serves another version than the one just deployed: deploy again');
    }
    await wait(timeout / 30);
  }
  return 'Hosting serves what was just deployed';
}

/** Checks by their names. Each returns what it found. */
type Checks = Record<string, (request: Request) => Promise<string>>;

const list = z.object({ total: z.int() });
const health = z.object({ status: z.literal('ok'), firestore: z.literal('reachable') });

const api = (path: string) => API_BASE_PATH + path;
const cacheControl = ({ headers }: Reply) => headers.get('cache-control') ?? 'no Cache-Control';

function expectUncached(reply: Reply): void {
  if (cacheControl(reply).includes('no-store')) return;
  throw new Error(`${reply.path} may be cached: ${cacheControl(reply)}`);
}

/** Checks that the CDN may cache a reply, but not for too long. */
function expectShared(reply: Reply): void {
  const seconds = Number(/\bs-maxage=(\d+)/.exec(cacheControl(reply))?.[1] ?? NaN);
  if (seconds <= MAX_SHARED_SECONDS) return;
  throw new Error(
    `${reply.path} is cached for more than ${MAX_SHARED_SECONDS} s or not at all: ${cacheControl(reply)}`,
  );
}

/** The endpoints that only an administrator may call. */
const adminEndpoints = Object.values<Endpoint>(endpoints).filter(
  ({ access }) => access === 'admin',
);

/** What a visitor reads, and may not do. */
const checks: Checks = {
  async health(request) {
    const reply = await request(api('/health'), 200);
    parse(health, reply);
    expectUncached(reply);
    return 'the API reaches its database';
  },

  async pages(request) {
    const reply = await request(api('/jokes'), 200);
    expectShared(reply);
    const { total } = parse(list, reply);
    for (const path of ['/', '/top-100', '/newest']) {
      const page = await request(path, 200);
      expectShared(page);
      if (total > 0 && !page.text.includes('<article')) throw new Error(`${path} shows no facts`);
    }
    expectUncached(await request('/random', 200));
    await request('/no-such-page', 404);
    return counted(total, 'fact');
  },

  async files(request) {
    const named = assetsOf((await request('/', 200)).text);
    const files = [...named, '/manifest.webmanifest', '/sw.js'];
    for (const file of files) await request(file, 200);
    return counted(files.length, 'file');
  },

  async 'security headers'(request) {
    const paths = ['/', '/login', '/no-such-page', api('/jokes'), `/embed/fact/${UNUSED_ID}`];
    for (const path of paths) {
      const wrong = wrongSecurityHeaders((await request(path, null)).headers, path);
      if (wrong !== '') throw new Error(`${path} has missing or wrong ones: ${wrong}`);
    }
    return `as required on ${counted(paths.length, 'path')}`;
  },

  async moderation(request) {
    await request(api('/jokes?status=pending'), 403);
    for (const { method, path } of adminEndpoints) {
      const unused = path.replace('{id}', UNUSED_ID).replace('{name}', UNUSED_IMAGE);
      await request(api(unused), 401, { method, headers: { authorization: 'Bearer forged' } });
    }
    return `${counted(adminEndpoints.length + 1, 'call')} refused`;
  },
};

/** The origin of a website's URL that a command line names; any other text ends the process. */
export function smokeOrigin(url: string): string {
  const { protocol = '', origin = '' } = URL.canParse(url) ? new URL(url) : {};
  if (protocol === 'https:' || protocol === 'http:') return origin;
  return refuse(`"${url}" is not the address of a website, such as https://facts.example.`);
}

/**
 * Checks a running site from outside, as a visitor without an account. It changes nothing on the site: it
 * only reads, and sends calls that must be refused and would have nothing to change.
 * @param origin such as `https://facts.example`
 * @returns the findings, as soon as they are made, with texts that are safe to print
 */
export async function* smoke(origin: string, options: SmokeOptions = {}): AsyncGenerator<Finding> {
  const { dist, google = true, timeout = TIMEOUT_MS } = options;
  const isLocal = ['127.0.0.1', 'localhost'].includes(new URL(origin).hostname);
  const toolkit = options.identityToolkit ?? (isLocal ? undefined : IDENTITY_TOOLKIT);
  const asksGoogle = google && toolkit !== undefined;
  const live: Checks = {
    ...(dist !== undefined && {
      'this version': (request: Request) => checkRelease(request, dist, 3 * timeout),
    }),
    'sign-in': (request) =>
      checkSignIn(request, origin, asksGoogle ? openRequest(toolkit, timeout) : undefined),
  };
  const request = openRequest(origin, timeout);
  for (const [check, run] of Object.entries({ ...live, ...checks })) {
    const { passed, seen } = await run(request).then((seen) => ({ passed: true, seen }), failure);
    yield { check, passed, seen: printable(seen.slice(0, 200).replaceAll('\n', ' ')) };
  }
}

function failure(error: unknown): Omit<Finding, 'check'> {
  const message = error instanceof Error ? error.message : String(error);
  const isOurs = error instanceof Error && error.constructor === Error;
  return { passed: false, seen: isOurs ? message : `no response: ${message}` };
}

/** Checks a site and prints a line per check and the counts. @returns whether a check failed */
export async function printSmoke(origin: string, options: SmokeOptions): Promise<boolean> {
  let passes = 0;
  let failures = 0;
  for await (const { check, passed, seen } of smoke(origin, options)) {
    process.stdout.write(`${passed ? '✓' : '✗'} ${check.padEnd(16)} ${seen}\n`);
    if (passed) passes += 1;
    else failures += 1;
  }
  process.stdout.write(`\n${counted(passes, 'check')} passed, ${failures} failed.\n`);
  return failures > 0;
}
