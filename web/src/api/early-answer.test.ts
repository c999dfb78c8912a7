import { runInNewContext } from 'node:vm';
import { jokeUrls } from 'functions/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { EARLY_SCRIPT } from '../../build/early-script.ts';
import { paths } from '../paths.ts';
import { sendJson, startApiServer } from '../testing/api-server.ts';
import { exampleJoke, exampleList } from '../testing/jokes.ts';
import { read } from './call.ts';

/** Runs the page's inline script at an address; `timeout` in milliseconds replaces its own. */
function runEarlyScript(pathname: string, search = '', timeout = 15_000): void {
  const window: { earlyAnswer?: Window['earlyAnswer'] } = {};
  const document = { documentElement: { dataset: {} }, getElementById: () => null };
  vi.stubGlobal('window', window);
  vi.stubGlobal('document', document);
  runInNewContext(EARLY_SCRIPT, {
    window,
    document,
    location: { pathname, search },
    AbortSignal: { timeout: () => AbortSignal.timeout(timeout) },
    fetch: (path: string, init: RequestInit) => fetch(new URL(path, location.origin), init),
  });
}

afterEach(() => vi.unstubAllGlobals());

test.each([
  [paths.home, '', jokeUrls.page(1)],
  [paths.home, '?page=7', jokeUrls.page(7)],
  [paths.top, '', jokeUrls.top],
  [paths.newest, '', jokeUrls.newest],
  [paths.random, '', jokeUrls.random],
  [paths.about, '', undefined],
])('%s%s requests %s before the scripts load', async (path, search, url) => {
  await using _server = await startApiServer((exchange) => sendJson(exchange, 200, {}));
  runEarlyScript(path, search);
  expect(window.earlyAnswer?.address).toBe(url);
  await window.earlyAnswer?.response;
});

test('the first call gets the response of the early request, later calls send their own', async () => {
  const lists = [
    exampleList(exampleJoke({ joke_id: 1 })),
    exampleList(exampleJoke({ joke_id: 2 })),
  ];
  await using server = await startApiServer((exchange) =>
    sendJson(exchange, 200, lists[server.exchanges.length - 1]),
  );
  runEarlyScript(paths.home);
  await window.earlyAnswer?.response;
  expect(await read('listJokes', jokeUrls.page(1))).toEqual(lists[0]);
  expect(await read('listJokes', jokeUrls.page(1))).toEqual(lists[1]);
});

test('an early request without a response fails after the timeout', async () => {
  await using _server = await startApiServer(() => undefined);
  runEarlyScript(paths.home, '', 20);
  await expect(read('listJokes', jokeUrls.page(1))).rejects.toMatchObject({
    code: 'unavailable',
    cause: { name: 'TimeoutError' },
  });
});
