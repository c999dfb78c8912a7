import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestStack } from '../local/test-stack.ts';
import { jokePath, jokeCalls, paths } from '../../../web/src/paths.ts';
import { ADMIN } from '../e2e/administrator.ts';
import { startProxy } from '../e2e/proxy.ts';
import { numberedJokes, unapproved } from '../e2e/site.ts';
import type { Engine, EnginePage } from './engine.ts';

const PENDING = 45;
/** A short fact with lines of all sizes. */
const BROADSIDE = 6;
/** 44 approved facts on three pages, and a pending one. */
const JOKES = numberedJokes(PENDING).map((joke) => {
  if (joke.joke_id === PENDING) return unapproved(joke);
  const joke_text = 'You can lead Chuck Norris to salad, but you’ll need more men.';
  return joke.joke_id === BROADSIDE ? { ...joke, joke_text } : joke;
});

/**
 * Whether the page has started, and loaded its fonts, and its last script behind the service worker. Firefox reports an
 * error for each request of a page that is left.
 */
const isLoaded = () =>
  document.documentElement.dataset['started'] !== undefined &&
  document.fonts.status === 'loaded' &&
  performance.getEntriesByType('resource').some(({ name }) => name.includes('/assets/offline-'));

const LOGIN = 'Sign in with Google';
const FORM = 'This site has no administrator yet.';

/** Pages with their heading and some of their content. */
const PAGES = [
  ['/', 'Celebrating 20 Years of the Legend', 'Test fact number 44 of many.'],
  ['/?page=2', 'Celebrating 20 Years of the Legend', 'Test fact number 24 of many.'],
  [paths.top, 'Top 100 Chuck Norris Facts', 'Page 1 of 5'],
  [paths.newest, 'Newest Chuck Norris Facts', 'Test fact number 44 of many.'],
  [paths.random, 'Random Chuck Norris Fact', 'Get Another Random Fact'],
  [jokePath(3), 'Fact no. 3', 'Test fact number 3 of many.'],
  [`${paths.search}?q=fact`, 'Search', 'Test fact number'],
  [paths.submit, 'Submit a Fact', '0/500 characters'],
  [paths.about, 'About Chuck Norris Facts', '2025'],
  [paths.history, 'The History of Chuck Norris Facts', '2005'],
  [paths.factsArchive, 'Facts Archive', 'Top 100'],
  [paths.privacy, 'Privacy', 'cookie'],
  [paths.developers, 'For Developers', '/api/v1/jokes'],
  [paths.login, 'Login', LOGIN],
  [paths.setupAdmin, 'Setup Admin', FORM],
  [paths.admin, 'Login', LOGIN],
  [paths.hiddenAdmin, 'Login', 'Admin Login'],
  ['/no/such/page', 'Page Not Found', 'There is no such page'],
] as const;

/** Public pages that work without a connection once the site was visited. */
const OFFLINE: readonly string[] = ['/', paths.top, paths.newest, jokePath(3), paths.random];

const NEEDS_CONNECTION = 'This screen needs a connection';
const ADMIN_PAGES = [paths.login, paths.admin, paths.hiddenAdmin, paths.setupAdmin];

/** Calls a function in the page, with these values as JSON. */
const inPage = <Given extends unknown[]>(
  page: EnginePage,
  call: (...given: Given) => unknown,
  ...given: Given
) => page.evaluate(`(${String(call)})(...${JSON.stringify(given)})`);

/** Waits until a function, called with these values, returns `value` in the page. */
const until = <Given extends unknown[]>(
  page: EnginePage,
  value: unknown,
  call: (...given: Given) => unknown,
  ...given: Given
) => expect.poll(() => inPage(page, call, ...given)).toEqual(value);

const textOf = (part: string) => document.querySelector<HTMLElement>(part)?.textContent;
const shows = (page: EnginePage, text: string) =>
  until(page, expect.stringContaining(text), textOf, 'main');
const showsHeading = (page: EnginePage, text: string) =>
  until(page, text, () => document.querySelector('h1')?.textContent);
const showsPath = (page: EnginePage, path: string) => until(page, path, () => location.pathname);
/** Opens a page of the application and waits until React has taken it over and nothing loads anymore. */
async function open(page: EnginePage, url: string): Promise<void> {
  await page.open(url);
  await until(page, true, isLoaded);
}
/** Opens a page, which shows this heading and text. */
async function visit(page: EnginePage, url: string, heading: string, text: string): Promise<void> {
  await open(page, url);
  await showsHeading(page, heading);
  await shows(page, text);
}
const statusOf = (page: EnginePage, path: string, init: RequestInit = {}) =>
  inPage(page, async (url, given) => (await fetch(url, given)).status, path, init);

/** The tests of U16 in one engine: a visitor and an administrator walk through the real site. */
export function walkThrough(engine: Engine): void {
  const { name, changePage } = engine;
  const parts = new AsyncDisposableStack();
  let page: EnginePage;
  let siteOrigin: string;
  let origin: string;

  const openProxy = (site: string) => startProxy(site, { changePage });

  beforeAll(async () => {
    const stack = await startTestStack({ seed: JOKES });
    parts.defer(() => stack.stop());
    siteOrigin = stack.origin;
    ({ origin } = parts.use(await openProxy(siteOrigin)));
    page = parts.use(await engine.launch());
  });
  afterAll(() => parts.disposeAsync());

  test(`in ${name}, every kind of page is shown in full, then hydrated without an error`, async () => {
    for (const [path, heading, content] of PAGES) {
      await visit(page, origin + path, heading, content);
      expect(await page.takeErrors(), path).toEqual([]);
    }
    await page.open(`${origin}/embed/fact/3`);
    await until(page, expect.stringContaining('Test fact number 3 of many.'), textOf, 'body');
    expect(await page.takeErrors()).toEqual([]);
  });

  test(`in ${name}, no line of a broadside wraps in a column of any width`, async () => {
    await open(page, origin + jokePath(BROADSIDE));
    const wrapped = () =>
      [288, 358, 560, 600, 736, 900, 1088].flatMap((width) => {
        const column = document.querySelector<HTMLElement>('.large-joke_words');
        column?.style.setProperty('inline-size', `${width}px`);
        const lines = document.querySelectorAll('.broadside_broadside [data-em]');
        return Array.from(lines).flatMap((line) => {
          const { fontSize, display } = getComputedStyle(line);
          const isOne = line.getBoundingClientRect().height < 1.2 * Number.parseFloat(fontSize);
          return isOne || display === 'inline' ? [] : [`${width} px: ${line.textContent}`];
        });
      });
    await until(page, true, () => document.fonts.check('40px Slab'));
    expect(await inPage(page, wrapped)).toEqual([]);
  });

  test(`in ${name}, a vote by a click is kept and counts once`, async () => {
    const path = jokePath(5);
    await open(page, origin + path);
    await page.click('article input[value="1"]');
    await shows(page, '✓ Voted!');
    await shows(page, '3 votes');
    const announced = () =>
      Array.from(document.querySelectorAll<HTMLElement>('[role=log] p'), (each) => each.innerText);
    const voted = 'Voted 1 of 5 stars for fact no. 5.';
    await until(page, expect.arrayContaining([voted]), announced);
    await open(page, origin + path);
    await shows(page, '✓ Voted!');
    // A finished response may be ten seconds old.
    const read = async () => (await fetch('/api/v1/jokes/5')).json();
    await until(page, expect.objectContaining({ num_votes: 3 }), read);
    expect(await page.takeErrors()).toEqual([]);
    const again = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ joke_id: 5, rating_num: 5 }),
    };
    expect(await statusOf(page, '/api/v1/ratings', again)).toBe(400);
  });

  test(`in ${name}, the first administrator is set up, signs in and approves a fact by keyboard, which is then public`, async () => {
    const { username, password } = ADMIN;
    await using ownSite = new AsyncDisposableStack();
    const stack = await startTestStack({ seed: JOKES });
    ownSite.defer(() => stack.stop());
    const { origin } = ownSite.use(await openProxy(stack.origin));
    await open(page, origin + paths.setupAdmin);
    await page.type('input[name=username]', username);
    await page.type('input[name=password]', password);
    await page.type('input[name=confirmation]', password);
    await page.click('form button[type=submit]');
    await shows(page, 'Success!');
    await showsHeading(page, 'Login');
    await showsPath(page, paths.login);

    await open(page, origin + paths.hiddenAdmin);
    await page.click('#login-tab-admin');
    await page.type('input[name=username]', username);
    await page.type('input[name=password]', password);
    await page.click('form button[type=submit]');
    await showsHeading(page, 'Admin Dashboard');
    await showsPath(page, paths.hiddenAdmin);
    await shows(page, `Test fact number ${PENDING} of many.`);

    await expect.poll(() => statusOf(page, `/api/v1/jokes/${PENDING}`)).toBe(404);
    await open(page, origin + paths.hiddenAdminQueue);
    const queued = () => document.querySelector<HTMLElement>('.queue_fact')?.dataset['jokeId'];
    await until(page, String(PENDING), queued);
    await page.press('a');
    await expect.poll(() => statusOf(page, `/api/v1/jokes/${PENDING}`)).toBe(200);
    expect(await page.takeErrors()).toEqual([]);
    const approved = `Test fact number ${PENDING} of many.`;
    await visit(page, origin + jokePath(PENDING), `Fact no. ${PENDING}`, approved);
  });

  test(`in ${name}, after one visit, public pages work without the server, and the others say that they need a connection`, async () => {
    const proxy = await openProxy(siteOrigin);
    await using closing = new AsyncDisposableStack();
    closing.use(proxy);
    await open(page, `${proxy.origin}/`);
    await until(page, true, () => navigator.serviceWorker.controller !== null);
    for (const list of [jokeCalls.page(1).url, jokeCalls.top.url, jokeCalls.newest.url]) {
      await until(page, true, async (url) => (await caches.match(url)) !== undefined, list);
    }
    await closing.disposeAsync();
    for (const [path, heading, content] of PAGES.filter(([path]) => OFFLINE.includes(path))) {
      await visit(page, proxy.origin + path, heading, content);
    }
    for (const path of ADMIN_PAGES) {
      await page.open(proxy.origin + path);
      await showsHeading(page, NEEDS_CONNECTION);
    }
    // Of requests without an answer.
    await page.takeErrors();
  });
}
