import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Instance, RequestOptions } from '../site.ts';
import { changePassword, instantPasswords, logIn, newToken, OWNER, setUp } from './admin-steps.ts';
import { someJokes } from './jokes.ts';
import { collectLog } from './logged-requests.ts';
import { useImages } from './use-images.ts';

const logged = collectLog();
const running = useImages(someJokes(60));

let token: string;

beforeEach(async () => {
  await running.restart({ identify: undefined, passwords: instantPasswords, log: logged.log });
  await setUp(running.api);
  token = await newToken(running.api);
  await restartCold();
});

/** Starts a new instance, with empty caches, on the same data. */
async function restartCold(): Promise<void> {
  await running.restart({ identify: undefined, passwords: instantPasswords, log: logged.log });
}

type Act = (api: Instance) => Promise<unknown>;

const get =
  (path: string, options: RequestOptions = {}): Act =>
  (api) =>
    api.request(path, options);
const asAdmin =
  (method: string, path: string, body?: unknown): Act =>
  (api) =>
    api.request(path, { method, bearer: token, ...(body === undefined ? {} : { body }) });
const page =
  (path: string): Act =>
  async (api) => {
    await (await fetch(api.url + path)).text();
  };
const submit: Act = (api) =>
  api.request('/jokes/submit', {
    method: 'POST',
    body: { joke_text: 'Chuck Norris reads his own bill, and pays it back.' },
  });

function rate(api: Instance, cookie?: string, joke_id = 1): Promise<Answer> {
  return api.request('/ratings', {
    method: 'POST',
    body: { joke_id, rating_num: 4 },
    headers: cookie === undefined ? {} : { cookie },
  });
}

/** The operations that the emulator counted for these requests, and those that the log reports. */
async function bills(act: () => Promise<unknown>, requests = 1) {
  logged.forget();
  running.site.firestore.resetRecords();
  await act();
  const lines = await logged.requests(requests);
  const { reads, writes, deletes } = running.site.firestore.totals();
  const sum = (kind: 'reads' | 'writes' | 'deletes') =>
    lines.reduce((total, line) => total + line[kind], 0);
  return {
    lines,
    counted: { reads: sum('reads'), writes: sum('writes'), deletes: sum('deletes') },
    billed: { reads, writes, deletes },
  };
}

describe('the log reports the operations that Firestore bills for', () => {
  test.each<[what: string, operation: string, act: Act]>([
    ['a page of the list', 'listJokes', get('/jokes')],
    ['a search', 'listJokes', get('/jokes?search=fact+number+1')],
    ['a search that finds nothing', 'listJokes', get('/jokes?search=nothing+like+this')],
    ['the Top 100', 'listTopJokes', get('/jokes/top')],
    ['the newest jokes', 'listNewestJokes', get('/jokes/newest')],
    ['a random joke', 'getRandomJoke', get('/jokes/random')],
    ['a joke', 'getJoke', get('/jokes/1')],
    ['a joke that is not approved', 'getJoke', get('/jokes/7')],
    ['the image status of a joke', 'getImageStatus', get('/images/status/1')],
    [
      'the image status of several jokes',
      'listImageStatus',
      get('/images/batch-status?joke_ids=1,2,3'),
    ],
    ['health', 'getHealth', get('/health')],
    ['the check for an administrator', 'getAdminSetup', get('/admin/setup')],
    ['a fact page', 'fact', page('/fact/1')],
    ['the sitemap', 'sitemap', page('/sitemap.xml')],
    ['a submission', 'submitJoke', submit],
    ['pending jokes', 'listJokes', asAdmin('GET', '/jokes?status=pending')],
    ["an administrator's search", 'listJokes', asAdmin('GET', '/jokes?search=number+2')],
    ['an approval', 'approveJoke', asAdmin('POST', '/admin/approve/7')],
    ['a rejection', 'rejectJoke', asAdmin('POST', '/admin/reject/7')],
    ['a rejection of an unknown joke', 'rejectJoke', asAdmin('POST', '/admin/reject/999')],
    ['an edit', 'editJoke', asAdmin('PUT', '/admin/edit/7', { joke_text: 'Chuck was edited.' })],
    ['a deletion, and another attempt', 'deleteJoke', asAdmin('DELETE', '/admin/delete/1')],
    ['the identity of a session', 'getAdmin', asAdmin('GET', '/admin/me')],
    ['a logout', 'logoutAdmin', asAdmin('POST', '/admin/logout')],
    ['a new image', 'generateImage', asAdmin('POST', '/images/generate/1')],
    ['a login', 'loginAdmin', (api) => logIn(api)],
    ['a wrong password', 'loginAdmin', (api) => logIn(api, { password: 'a wrong guess' })],
    ['a new password', 'changePassword', (api) => changePassword(api, token, 'another password')],
    ['a second setup', 'setupAdmin', (api) => setUp(api, OWNER)],
  ])('%s, with empty and filled caches', async (_what, operation, act) => {
    for (const temperature of ['cold', 'warm']) {
      const { lines, counted, billed } = await bills(() => act(running.api));
      expect(counted, temperature).toEqual(billed);
      expect(lines.map((line) => line.operation)).toEqual([operation]);
      if (temperature === 'cold') expect(counted.reads + counted.deletes).toBeGreaterThan(0);
    }
  });

  test('votes by a new browser and by a known one, a repeated vote, a vote on a pending joke', async () => {
    const first = await rate(running.api);
    const cookie = first.headers.get('set-cookie')?.split(';')[0];
    for (const vote of [
      () => rate(running.api),
      () => rate(running.api, cookie, 2),
      () => rate(running.api, cookie),
      () => rate(running.api, cookie, 7),
    ]) {
      const { counted, billed } = await bills(vote);
      expect(counted).toEqual(billed);
      expect(counted.reads).toBeGreaterThan(0);
    }
  });

  test('an image request, which looks for an approved joke with that image', async () => {
    const image = await asAdmin('POST', '/images/generate/1')(running.api);
    expect(image).toMatchObject({ status: 200 });
    const name = await running.imageOf(1);
    const { lines, counted, billed } = await bills(() =>
      running.api.request(`/images/files/${name}-320.webp`),
    );
    expect(lines).toMatchObject([{ operation: 'getImageFile', status: 200 }]);
    expect([counted, billed]).toEqual(Array(2).fill({ reads: 1, writes: 0, deletes: 0 }));
  });

  test('the deletion of a joke and its votes', async () => {
    for (let vote = 0; vote < 3; vote += 1) await rate(running.api);
    const { counted, billed } = await bills(() =>
      asAdmin('DELETE', '/admin/delete/1')(running.api),
    );
    expect(counted).toEqual(billed);
    expect(counted.deletes).toBe(4);
  });

  test('ten simultaneous requests for the Top 100: the sum over their lines', async () => {
    const pages = Array.from({ length: 10 }, () => '/jokes/top');
    const { lines, counted, billed } = await bills(
      () => Promise.all(pages.map((path) => running.api.request(path))),
      pages.length,
    );
    expect(counted).toEqual(billed);
    expect(lines.filter((line) => line.reads > 1)).toHaveLength(1);
  });

  test('votes that share transactions: the sum over their lines', async () => {
    const count = 60;
    const { lines, counted, billed } = await bills(
      () => Promise.all(Array.from({ length: count }, () => rate(running.api))),
      count,
    );
    expect(lines.every(({ outcome }) => outcome === 'success')).toBe(true);
    expect(counted).toEqual(billed);
    expect(counted.writes).toBeGreaterThan(count);
  });

  test('a transaction that is aborted and retried', async () => {
    running.site.firestore.inject({ rpc: 'Commit', code: 10, when: 'before' });
    const { counted, billed } = await bills(() => submit(running.api));
    expect(counted).toEqual(billed);
  });

  test('simultaneous requests of every kind', async () => {
    const acts = [
      ...Array.from({ length: 20 }, (_, index) => get(`/jokes/${index + 1}`)),
      ...Array.from({ length: 20 }, (): Act => (api) => rate(api, undefined, 2)),
      ...Array.from({ length: 5 }, () => submit),
      asAdmin('POST', '/admin/approve/14'),
      asAdmin('GET', '/jokes?status=all'),
      get('/jokes/top'),
      get('/jokes/newest'),
      page('/fact/2'),
    ];
    const { counted, billed } = await bills(
      () => Promise.all(acts.map((act) => act(running.api))),
      acts.length,
    );
    expect(counted).toEqual(billed);
  });
});
