import { expect, test } from 'vitest';
import { serviceWorker } from '../web/build/service-worker.ts';
import { jokeUrls } from '../web/src/paths.ts';

const ORIGIN = 'https://facts.example';

interface Wanted {
  mode?: string;
  headers?: Record<string, string>;
}

/** Calls a function of the worker's options with what Workbox gives it. */
async function run(option: unknown, given: object): Promise<unknown> {
  if (typeof option !== 'function') throw new Error('Not a function.');
  const result: unknown = await Reflect.apply(option, undefined, [given]);
  return result;
}

/** The plugins of the rule by which the worker answers a request; undefined if the browser answers it. */
async function pluginsFor(path: string, { mode = 'cors', headers = {} }: Wanted = {}) {
  const url = new URL(path, ORIGIN);
  const given = { request: { mode, headers: new Headers(headers) }, url, sameOrigin: true };
  for (const { urlPattern, options } of serviceWorker.runtimeCaching ?? []) {
    if (await run(urlPattern, given)) return options?.plugins ?? [];
  }
  return undefined;
}

/** Whether the worker saves an answer. */
async function isSaved(path: string, response: Response): Promise<boolean> {
  const plugins = (await pluginsFor(path)) ?? [];
  for (const { fetchDidSucceed, cacheWillUpdate } of plugins) {
    try {
      if (fetchDidSucceed) await run(fetchDidSucceed, { response });
    } catch {
      return false;
    }
    if (cacheWillUpdate && !(await run(cacheWillUpdate, { response }))) return false;
  }
  return plugins.length > 0;
}

const answer = (cacheControl: string, type = 'application/json', status = 200) =>
  new Response('{}', { status, headers: { 'Cache-Control': cacheControl, 'Content-Type': type } });
const PUBLIC = 'public, max-age=0, s-maxage=60';
const IMAGE = '/api/v1/images/files/00000000000000000000000000000000-640.webp';

test('what visitors read is saved, except random facts and searches', { tags: 'U7' }, async () => {
  const { page, top, newest, today, joke, related, random, search } = jokeUrls;
  for (const url of [page(1), page(7), top, newest, today, joke(5), related(5), IMAGE]) {
    expect(await isSaved(url, answer(PUBLIC)), url).toBe(true);
  }
  for (const url of [random(), search('beard', 1), '/api/v1/submissions/x', '/feed.xml']) {
    expect(await pluginsFor(url), url).toBeUndefined();
  }
});

test(
  'nothing of an administrator is saved, nor answered with what is saved for visitors',
  { tags: 'U7' },
  async () => {
    const headers = { Authorization: 'Bearer secret' };
    expect(await pluginsFor(jokeUrls.page(1), { headers })).toBeUndefined();
    for (const url of [jokeUrls.page(1), IMAGE]) {
      expect(await isSaved(url, answer('private, no-store')), url).toBe(false);
    }
    expect(await pluginsFor('/api/v1/admin/queue')).toBeUndefined();
  },
);

test('a failing server or the login page of a network is no answer', { tags: 'U7' }, async () => {
  for (const other of [answer(PUBLIC, 'text/html'), answer(PUBLIC, 'application/json', 503)]) {
    expect(await isSaved(jokeUrls.top, other)).toBe(false);
  }
  const [plugin] = (await pluginsFor('/top-100', { mode: 'navigate' })) ?? [];
  const load = (status: number) =>
    run(plugin?.fetchDidSucceed, { response: answer(PUBLIC, 'text/html', status) });
  await expect(load(503)).rejects.toThrow('No page');
  expect(await load(404)).toBeInstanceOf(Response);
});

test(
  'pages are answered by the worker, but not what other programs read or sites embed',
  { tags: 'U7' },
  async () => {
    const isPage = async (path: string) =>
      (await pluginsFor(path, { mode: 'navigate' })) !== undefined;
    for (const path of ['/', '/top-100', '/fact/5', '/admin']) {
      expect(await isPage(path), path).toBe(true);
    }
    for (const path of ['/embed/fact/5', '/feed/x', '/sitemap.xml', '/__/auth/handler']) {
      expect(await isPage(path), path).toBe(false);
    }
  },
);
