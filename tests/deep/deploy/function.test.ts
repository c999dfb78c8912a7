import { cpSync, globSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Build } from 'firebase-tools/lib/deploy/functions/build.js';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type * as Drawing from '../../../functions/src/features/cards/draw-card.ts';
import { limits } from '../../../functions/src/domain/index.ts';
import { readFirebaseJson } from '../../../scripts/deploy/check-files.ts';
import { checkFunctions, checkRewrites } from '../../../scripts/deploy/check-functions.ts';
import { checkRenderer } from '../../../scripts/deploy/check-renderer.ts';
import {
  discoverFunctions,
  installFunctionsPackage,
  resolveFunctions,
} from '../../../scripts/deploy/discover.ts';
import { bundleInto, copyProject, type ProjectCopy } from '../../support/deploy/project-copy.ts';

const PROJECT = 'some-project';

let copy: ProjectCopy;
let discovered: Build;

const folder = () => join(copy.root, 'functions');

beforeAll(async () => {
  copy = copyProject(['functions', 'firebase.json']);
  await bundleInto(copy);
  discovered = discoverFunctions(folder(), PROJECT, {});
});
afterEach(() => copy.restore());
afterAll(() => copy?.[Symbol.dispose]());

/** Copies only the function, with the bundle from `copy`. */
function copyFunction(): ProjectCopy {
  const bundled = copyProject(['functions']);
  cpSync(join(folder(), 'lib'), join(bundled.root, 'functions/lib'), { recursive: true });
  return bundled;
}

const resolved = (values: Record<string, string> = {}) =>
  resolveFunctions(discovered, PROJECT, values);

test(
  'one function is discovered, with limits on instances, requests and time',
  { tags: 'S19' },
  async () => {
    expect(await resolved()).toEqual([
      expect.objectContaining({
        id: 'api',
        region: 'us-central1',
        availableMemoryMb: 512,
        concurrency: 80,
        minInstances: 0,
        maxInstances: 10,
        timeoutSeconds: 60,
        secretEnvironmentVariables: [expect.objectContaining({ key: 'SETUP_KEY' })],
      }),
    ]);
    expect(checkFunctions(await resolved())).toContain('us-central1');
  },
);

test(
  'requests time out before the function does, and the function before Hosting',
  { tags: 'S19' },
  async () => {
    const [api] = await resolved();
    expect(limits.requestTimeoutSeconds).toBeLessThan(limits.imageTimeoutSeconds);
    expect(limits.imageTimeoutSeconds).toBeLessThan(api?.timeoutSeconds ?? 0);
    expect(api?.timeoutSeconds).toBeLessThanOrEqual(60);
  },
);

test('bodies, pages and lists in the contract are limited', { tags: 'S19' }, () => {
  expect(limits).toMatchObject({
    bodyMaxBytes: 16 * 1024,
    homePageSize: 20,
    maxPageSize: 100,
    topSize: 100,
    newestSize: 40,
    batchStatusMaxIds: 100,
  });
});

test('the owner’s parameters set the limits', { tags: 'S19' }, async () => {
  const values = { REGION: 'europe-west1', MAX_INSTANCES: '3', MEMORY_MIB: '1024' };
  const [api] = await resolved(values);
  expect(api).toMatchObject({ region: 'europe-west1', maxInstances: 3, availableMemoryMb: 1024 });
});

describe('the check refuses', () => {
  test.each([
    ['a bundle that throws', "throw new Error('planted');", /planted/],
    ['a bundle that needs a development package', "import 'vitest';", /vitest/],
    ['a bundle with a syntax error', 'export const = 1;', /SyntaxError|Unexpected/],
  ])('%s', (_name, code, error) => {
    using broken = copyFunction();
    broken.edit('functions/lib/index.js', (text) => `${code}\n${text}`);
    // As in the cloud, the root's packages are not available.
    rmSync(join(broken.root, 'node_modules'), { recursive: true });
    const discover = () => discoverFunctions(join(broken.root, 'functions'), PROJECT, {});
    expect(discover).toThrow(error);
  });

  test('a parameter that the function can’t use', () => {
    const discover = () => discoverFunctions(folder(), PROJECT, { ADMIN_EMAILS: 'boss' });
    expect(discover).toThrow(/ADMIN_EMAILS/);
  });

  test('a lockfile that does not match its package.json', async () => {
    using broken = copyFunction();
    broken.edit('functions/package.json', (text) => text.replace('"zod": "', '"zod": "1'));
    const clean = mkdtempSync(join(tmpdir(), 'facts-clean-'));
    try {
      await expect(installFunctionsPackage(broken.root, clean)).rejects.toThrow(/lock/);
    } finally {
      rmSync(clean, { recursive: true });
    }
  });
});

describe('a rewrite', () => {
  const PAGES = [
    '404.html',
    'app.html',
    'facts-archive.html',
    'sw.js',
    'manifest.webmanifest',
    'icons/favicon-32.png',
    'icons/apple-touch-icon.png',
  ];

  /** Checks the rewrites of a changed firebase.json, with these pages built. */
  async function rewrites({ part = '', by = '', values = {}, pages = PAGES } = {}) {
    for (const page of pages) copy.write(`web/dist/${page}`, '');
    if (part !== '') copy.edit('firebase.json', (text) => text.replace(part, by));
    const { hosting } = readFirebaseJson(copy.root);
    return checkRewrites(copy.root, hosting, await resolved(values));
  }
  const api = '"functionId": "api"';

  test('may lead to the function in any region', async () => {
    expect(await rewrites()).toContain('rewrites');
    expect(await rewrites({ values: { REGION: 'europe-west1' } })).toContain('rewrites');
  });

  test.each([
    ['to a nonexistent function', { part: api, by: '"functionId": "app"' }, /"app"/],
    ['to another region', { part: api, by: `${api}, "region": "europe-west1"` }, /europe-west1/],
    [
      'to a pinned function with a minimum of instances',
      { values: { MIN_INSTANCES: '1' } },
      /pinTag/,
    ],
    [
      'to a page of which a file takes the place',
      { pages: [...PAGES, 'index.html'] },
      /index\.html/,
    ],
    [
      'to a list of which a file takes the place',
      { pages: [...PAGES, 'top-100.html'] },
      /top-100\.html/,
    ],
    ['to a page that was not built', { pages: PAGES.filter((p) => p !== 'app.html') }, /app\.html/],
  ])('%s is refused', async (_name, fault, error) => {
    await expect(rewrites(fault)).rejects.toThrow(error);
  });

  test('is refused if the site has no service worker', async () => {
    const pages = PAGES.filter((page) => page !== 'sw.js');
    await expect(rewrites({ pages })).rejects.toThrow(/sw\.js/);
  });
});

test('the bundle draws cards with the fonts beside it', async () => {
  const chunks = join(folder(), 'lib/chunks');
  const [file = ''] = globSync('draw-card-*.js', { cwd: chunks });
  const { drawCard }: typeof Drawing = await import(pathToFileURL(join(chunks, file)).href);
  const draw = (jokeText: string) =>
    drawCard({ jokeId: 1, jokeText, host: 'facts.example', image: undefined });
  const [nothing, ...cards] = await Promise.all(['ไทย', 'Chuck', 'Łukasz', 'Việt'].map(draw));
  for (const card of cards) expect(Buffer.from(card).equals(nothing ?? card)).toBe(false);
});

describe('the renderer', () => {
  const RENDERER = 'const files = { app: "/assets/index-1.js", style: `/assets/style-1.css` };';
  const FILES = {
    'functions/lib/renderer/render.js': RENDERER,
    'web/dist/assets/style-1.css': '',
    'web/dist/assets/index-1.js': '',
  };

  async function check(changed: Record<string, string | null> = {}): Promise<string> {
    for (const [file, text] of Object.entries({ ...FILES, ...changed })) {
      if (text !== null) copy.write(file, text);
    }
    return checkRenderer(copy.root, readFirebaseJson(copy.root));
  }

  test('of the site’s build is uploaded with the function', async () => {
    expect(await check()).toContain('2 files of this site');
  });

  test.each([
    [
      'that is missing',
      { 'functions/lib/renderer/render.js': null },
      /Without lib\/renderer\/render\.js/,
    ],
    [
      'of another build than the site',
      { 'web/dist/assets/index-1.js': null },
      /another build.*index-1\.js/,
    ],
    ['that names no script', { 'functions/lib/renderer/render.js': '' }, /no script/],
  ])('%s is refused', async (_name, changed, error) => {
    await expect(check(changed)).rejects.toThrow(error);
  });

  test('that firebase.json keeps from being uploaded is refused', async () => {
    copy.edit('firebase.json', (text) => text.replace('"src",', '"src", "renderer",'));
    await expect(check()).rejects.toThrow(/"ignore" of firebase\.json/);
  });
});
