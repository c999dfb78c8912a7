import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { closeServer, listeningPort } from '../local/stack/http-server.ts';
import { smoke, type Finding, type SmokeOptions } from '../scripts/smoke.ts';

type Site = (request: IncomingMessage, response: ServerResponse) => void;

/** Serves a site while `use` runs. */
async function serving<Result>(site: Site, use: (origin: string) => Promise<Result>) {
  const server = createServer(site);
  const origin = `http://127.0.0.1:${await listeningPort(server.listen(0, '127.0.0.1'))}`;
  try {
    return await use(origin);
  } finally {
    server.closeAllConnections();
    await closeServer(server);
  }
}

/** The findings of the smoke test on a site, by check. */
const findingsOn = (site: Site, options: SmokeOptions = {}) =>
  serving(site, async (origin) => {
    const findings = new Map<string, Finding>();
    for await (const finding of smoke(origin, options)) findings.set(finding.check, finding);
    return findings;
  });

const answer = (response: ServerResponse, body: unknown, status = 200) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

describe('the sign-in of a live site', () => {
  const app = { apiKey: 'key', authDomain: 'facts.firebaseapp.com', projectId: 'facts' };
  const refusal = (message: string) => ({ error: { message } });

  /** Checks a site against a stand-in for Google's Identity Toolkit, which answers in its words. */
  const signIn = ({
    config = app,
    project = { authorizedDomains: ['localhost', '127.0.0.1'] },
    provider = { authUri: 'https://accounts.google.com/o/oauth2' },
  }: {
    config?: object;
    project?: object;
    provider?: object;
  } = {}) =>
    serving(
      (request, response) => {
        const { pathname, searchParams } = new URL(request.url ?? '', 'http://google');
        if (searchParams.get('key') !== 'key') return answer(response, refusal('no key'), 400);
        const body = pathname === '/v1/projects' ? project : provider;
        return answer(response, body, JSON.stringify(body).includes('error') ? 400 : 200);
      },
      async (identityToolkit) => {
        const findings = await findingsOn(
          (request, response) =>
            request.url === '/__/firebase/init.json'
              ? answer(response, config)
              : answer(response, {}, 404),
          { identityToolkit },
        );
        const { passed, seen } = findings.get('sign-in') ?? {};
        return `${passed ? 'passed' : 'failed'}: ${seen}`;
      },
    );

  test('works if a web app is linked, Google is enabled and the domain is authorized', async () => {
    expect(await signIn()).toBe('passed: web app of facts, Google enabled, 127.0.0.1 authorized');
  });

  test.each([
    ['without a linked web app', { config: {} }, /link a web app to Hosting/],
    [
      'without Authentication',
      { project: refusal('CONFIGURATION_NOT_FOUND') },
      /not set up.*CONFIGURATION_NOT_FOUND/,
    ],
    [
      'on another domain',
      { project: { authorizedDomains: ['facts.web.app'] } },
      /127\.0\.0\.1 is not authorized/,
    ],
    [
      'without the provider',
      { provider: refusal('OPERATION_NOT_ALLOWED') },
      /Google is not enabled/,
    ],
  ])('fails %s, and says what to change', async (_name, changed, problem) => {
    const found = await signIn(changed);
    expect(found).toMatch(/^failed: /);
    expect(found).toMatch(problem);
  });
});

test('what a site sends is printed without control characters', async () => {
  const hostile = '\u001B[2J\u202Enothing\nhere';
  const site: Site = (_request, response) => response.end(hostile);
  const seen = (await findingsOn(site)).get('health')?.seen;
  expect(seen).toBe('unexpected response: \uFFFD[2J\uFFFDnothing here');
});

test('a site that never answers fails every check in time', async () => {
  const findings = await findingsOn(() => undefined, { timeout: 10 });
  expect([...findings.values()].filter(({ passed }) => passed)).toEqual([]);
  expect(findings.get('health')?.seen).toContain('no response');
});
