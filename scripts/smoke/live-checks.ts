// What only a deployed site has: its web app's configuration, its sign-in, the version on Hosting.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import * as z from 'zod';
import {
  assetsOf,
  Fault,
  openRequest,
  parseJson,
  type Bounds,
  type Reply,
  type Request,
} from './request.ts';

const webApp = z.object({ apiKey: z.string(), authDomain: z.string(), projectId: z.string() });
const authProject = z.object({ authorizedDomains: z.array(z.string()) });
const authUri = z.object({ authUri: z.string() });
const refusal = z.object({ error: z.object({ message: z.string() }) });

/**
 * Checks the web app's configuration, which the site signs in with, and what the browser asks before it signs in with
 * Google: whether the API key is valid, whether the site's domain is authorized, and whether the provider is enabled.
 * @param bounds of the requests to Google
 * @param toolkit where it is asked; undefined: only the configuration is checked
 * @throws {Fault} says what to change in the console
 */
export async function checkSignIn(
  request: Request,
  origin: string,
  bounds: Bounds,
  toolkit: string | undefined,
): Promise<string> {
  const config = parseJson(webApp, (await request('/__/firebase/init.json', 200)).text);
  if (config === undefined) {
    throw new Fault('link a web app to Hosting (Project settings → Your apps), then deploy again');
  }
  const app = `web app of ${config.projectId}`;
  if (toolkit === undefined) return `${app}, without Google`;
  const google = openRequest(toolkit, bounds);
  // A key can be restricted to websites.
  const headers = { referer: `${origin}/`, 'content-type': 'application/json' };
  const key = encodeURIComponent(config.apiKey);
  const reasonOf = ({ status, text }: Reply) =>
    parseJson(refusal, text)?.error.message ?? `Google answers ${status}`;

  const project = await google(`/v1/projects?key=${key}`, null, { headers });
  const domains = parseJson(authProject, project.text)?.authorizedDomains;
  if (domains === undefined) {
    throw new Fault(`Authentication is not set up in the console: ${reasonOf(project)}`);
  }
  const { hostname } = new URL(origin);
  if (!domains.some((domain) => hostname === domain || hostname.endsWith(`.${domain}`))) {
    throw new Fault(
      `${hostname} is not authorized: Authentication → Settings → Authorized domains`,
    );
  }
  const started = await google(`/v1/accounts:createAuthUri?key=${key}`, null, {
    method: 'POST',
    headers,
    body: JSON.stringify({ providerId: 'google.com', continueUri: `${origin}/login` }),
  });
  if (parseJson(authUri, started.text) === undefined) {
    throw new Fault(
      `Google is not enabled: Authentication → Sign-in method (${reasonOf(started)})`,
    );
  }
  return `${app}, Google enabled, ${hostname} authorized`;
}

const RELEASE_INTERVAL_MS = 3_000;

const scriptsOf = (html: string) => assetsOf(html).toSorted().join(' ');

/**
 * Checks that Hosting serves a build: its pages name scripts by their content.
 * @param dist the built web/dist
 * @throws {Fault} if it still serves another one
 */
export async function checkRelease(
  request: Request,
  dist: string,
  { release }: Bounds,
): Promise<string> {
  const built = scriptsOf(readFileSync(join(dist, 'app.html'), 'utf8'));
  const end = performance.now() + release;
  for (;;) {
    const { text } = await request('/login', null);
    if (scriptsOf(text) === built) return 'Hosting serves what was just deployed';
    if (performance.now() > end) {
      throw new Fault('Hosting serves another version than the one just deployed: deploy again');
    }
    await wait(RELEASE_INTERVAL_MS);
  }
}
