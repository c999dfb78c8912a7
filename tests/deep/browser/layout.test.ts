import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { generateImage } from '../../support/e2e/administrator.ts';
import { FACT_SCREENS, LAPTOP } from '../../support/e2e/first-view-steps.ts';
import { openInShell, RANDOM } from '../../support/e2e/images.ts';
import {
  doubleText,
  findOverflows,
  focused,
  fontsLoaded,
  framesDrawn,
  layoutShift,
  overflow,
  PHONE,
  scrollTo,
  scrollY,
  settled,
  setWidth,
  storeAtStart,
  WIDTHS,
} from '../../support/e2e/page-state.ts';
import { exampleFact } from '../../support/e2e/fact-steps.ts';
import { hold } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const LONG = 'Chuck Norris knows. '.repeat(15).trim();

/** Each letter has 160 combining marks. */
const STACKED = 'Chuck Norris'.replace(/\w/g, `$&${'\u0301\u0489\u20dd\u030a'.repeat(40)}`);

/** Fact 20 leads every list; fact 1 is that of the day. */
const TEXTS = new Map([
  [1, LONG],
  [2, 'W'.repeat(500)],
  [3, STACKED],
  [20, LONG],
]);

const site = useSite(
  numberedJokes(20).map((joke) => ({
    ...joke,
    joke_text: TEXTS.get(joke.joke_id) ?? joke.joke_text,
  })),
);
let image_url = '';

beforeAll(async () => {
  image_url = await generateImage(site.origin, 20, await site.bearer());
});

const openHome = async (page: Page) => {
  await page.goto('/');
  await page.getByText('Page 1 of 1').waitFor();
  await fontsLoaded(page);
};

/** How many facts are in view from the first line to the stars. */
const countWholeFacts = (page: Page) =>
  page.getByRole('article').evaluateAll((facts) => {
    const isWhole = (fact: Element) => {
      const { bottom = Infinity } = fact.querySelector('fieldset')?.getBoundingClientRect() ?? {};
      return fact.getBoundingClientRect().top >= 0 && bottom <= innerHeight;
    };
    return facts.filter(isWhole).length;
  });

test('the first screen shows a whole fact with its stars', { tags: 'U11' }, async () => {
  const { page } = await site.visit();
  const json = { ...exampleFact(20), joke_text: LONG, image_url };
  await page.route(RANDOM, (route) => route.fulfill({ json }));
  for (const path of FACT_SCREENS) {
    if (path === '/random') await openInShell(page);
    for (const viewport of [PHONE.viewport, LAPTOP]) {
      await page.setViewportSize(viewport);
      await page.goto(path);
      await page.getByText('Chuck Norris knows.').first().waitFor();
      await fontsLoaded(page);
      const whole = await countWholeFacts(page);
      expect(whole, `${path} at ${viewport.width} px`).toBeGreaterThanOrEqual(1);
    }
  }
});

test(
  'on a phone the first fact of the Top 100 begins near the top, with its image beside it and two lines of votes and buttons',
  { tags: ['U11', 'U18'] },
  async () => {
    const { page } = await site.visit(PHONE);
    await page.goto('/top-100');
    await settled(page);
    const card = page.getByRole('article', { name: /^Rank 1, / });
    const top = async (part: Locator) => (await part.boundingBox())?.y ?? Infinity;
    expect(await top(card.locator('p').first())).toBeLessThanOrEqual(330);

    const illustrated = page.getByRole('article', { name: 'Fact no. 20', exact: true });
    await page.goto('/newest');
    const image = await illustrated.getByRole('img').first().boundingBox();
    expect([image?.width, image?.height]).toEqual([96, 96]);
    expect(image?.y).toBe(await top(illustrated.locator('p').first()));
    const stars = await top(illustrated.getByRole('group'));
    const tags = await top(illustrated.getByText('2 votes'));
    expect(tags - stars).toBeLessThan(60);
  },
);

test(
  'paper, where nobody scrolls, has every image, and a copied fact no words for screen readers',
  { tags: 'U18' },
  async () => {
    const { page } = await site.visit({ viewport: { width: 390, height: 200 } });
    await page.goto('/newest');
    await settled(page);
    const illustrated = page.getByRole('article', { name: 'Fact no. 20', exact: true });
    const source = () => illustrated.getByRole('img').first().getAttribute('src');
    expect(await source()).toMatch(/^data:/);
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect.poll(source).toContain(image_url);
    const copied = await illustrated.evaluate((fact) => {
      getSelection()?.selectAllChildren(fact);
      return getSelection()?.toString();
    });
    expect(copied).toContain('2 votes');
    expect(copied).not.toMatch(/stars|Rate fact/);
  },
);

test('the image of a fact ends where the fact and its buttons do', { tags: 'U18' }, async () => {
  const { page } = await site.visit();
  const end = async (part: Locator) => {
    const { x = 0, width = 0 } = (await part.boundingBox()) ?? {};
    return Math.round(x + width);
  };
  await page.goto('/fact/20');
  await settled(page);
  for (const width of [320, 390, 570, 600, 768, 1023, 1280]) {
    await setWidth(page, width);
    const image = page.getByRole('img', { name: 'Illustration of fact no. 20' }).first();
    expect(await end(image), `${width} px`).toBe(await end(page.getByRole('article')));
  }
});

test(
  'the votes of a fact are not larger than the fact with doubled text',
  { tags: 'U9' },
  async () => {
    const { page } = await site.visit({ viewport: { width: 320, height: 640 } });
    await page.goto('/newest');
    await doubleText(page);
    const card = page.getByRole('article').first();
    const sizes = await Promise.all(
      [card.getByText('4.0/5'), card.locator('p').first()].map((part) =>
        part.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize)),
      ),
    );
    expect(sizes[0]).toBeLessThan(sizes[1] ?? 0);
  },
);

test('My votes moves nothing while its facts come', { tags: 'U18' }, async () => {
  const { page } = await site.visit({ viewport: LAPTOP });
  const votes = Array.from({ length: 20 }, (_, at) => [at + 1, 5]);
  await storeAtStart(page, 'votedJokes', JSON.stringify(Object.fromEntries(votes)));
  const held = await hold(page, '**/api/v1/jokes/18');
  const answered: string[] = [];
  page.on('requestfinished', (request) => {
    if (/\/api\/v1\/jokes\/\d+$/.test(request.url())) answered.push(request.url());
  });
  await page.goto('/my-votes');
  await expect.poll(() => answered.length).toBe(votes.length - 1);
  await framesDrawn(page);
  await (await held()).continue();
  await page.getByRole('article', { name: 'Fact no. 1', exact: true }).waitFor();
  await settled(page);
  expect(await layoutShift(page)).toBe(0);
});

test('the top bar stays one line for an administrator with a long name, and reports that are counted late move nothing', async () => {
  const { page } = await site.visit({ viewport: LAPTOP });
  const username = 'Maximiliana-Alexandra.von-und-zu-Hohenstein@mail.example.com';
  await storeAtStart(page, 'adminToken', 'test-token');
  await page.route('**/api/v1/admin/me', (route) =>
    route.fulfill({ json: { username, provider: 'password' } }),
  );
  const counts = await hold(page, '**/api/v1/admin/counts');
  await openHome(page);
  await page.getByRole('link', { name: 'Dashboard' }).waitFor();
  // On a busy computer the typeface may come last.
  await fontsLoaded(page);
  const shifted = await layoutShift(page);
  const header = page.getByRole('banner');
  const height = (await header.boundingBox())?.height;
  await (await counts()).fulfill({ json: { pending: 12_345, oldest: null, reported: 250 } });
  await page.getByRole('link', { name: 'Dashboard 999+ pending 99+ reported' }).waitFor();
  expect(await layoutShift(page)).toBe(shifted);
  for (const width of [320, 768, 1023, 1024, 1280, 1920]) {
    await setWidth(page, width);
    const shape = async () => [(await header.boundingBox())?.height, await overflow(page)];
    await expect.poll(shape, { message: `${width} px` }).toEqual([height, 0]);
  }
});

test('by keyboard a visitor skips to the content, and at 320 px opens the menu that has the links', async () => {
  const { page } = await site.visit({ viewport: { width: 320, height: 640 } });
  await openHome(page);
  const toggle = page.getByRole('button', { name: 'Menu' });
  const top = page.getByRole('link', { name: 'Top 100' });
  await page.keyboard.press('Tab');
  await focused(page, page.getByRole('link', { name: 'Skip to content' })).waitFor();
  await page.keyboard.press('Enter');
  await focused(page, page.getByRole('main')).waitFor();
  await toggle.focus();
  await page.keyboard.press('Enter');
  await top.waitFor();
  await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
  await page.keyboard.press('Tab');
  await focused(page, top).waitFor();
  await page.keyboard.press('Escape');
  await top.waitFor({ state: 'hidden' });
  await focused(page, toggle).waitFor();
  await toggle.click();
  await page.getByRole('link', { name: 'Newest' }).click();
  await page.getByRole('heading', { name: 'Newest Chuck Norris Facts' }).waitFor();
  await top.waitFor({ state: 'hidden' });
});

test('the back-to-top button appears after scrolling more than 300 px, and leads to the top', async () => {
  const { page } = await site.visit({ reducedMotion: 'reduce' });
  await openHome(page);
  const button = page.getByRole('button', { name: 'Back to top' });
  await scrollTo(page, 300);
  await expect.poll(() => scrollY(page)).toBe(300);
  await expect.poll(() => button.count()).toBe(0);
  await scrollTo(page, 301);
  await button.click();
  await expect.poll(() => scrollY(page)).toBe(0);
  await button.waitFor({ state: 'detached' });
});

test('long words and stacked marks fit, also with doubled text', { tags: 'U9' }, async () => {
  const { page } = await site.visit();
  for (const path of ['/newest', '/fact/2', '/fact/3']) {
    await page.goto(path);
    await fontsLoaded(page);
    expect(await findOverflows(page), path).toEqual([]);
  }
});

/** The text spacing that a reader may set: WCAG 1.4.12. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; } p { margin-block-end: 2em !important; }`;

/** The texts of the logo and of the pager's buttons that do not fit into them. */
const cutTexts = (page: Page) =>
  page
    .locator('header a, nav .button')
    .evaluateAll((texts) =>
      texts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );

test('with doubled text and with the spacing of WCAG 1.4.12, the logo and the buttons of the pager are whole', async () => {
  const { page } = await site.visit({ bypassCSP: true });
  for (const change of [doubleText, () => page.addStyleTag({ content: SPACING })]) {
    await page.goto('/top-100');
    await settled(page);
    await change(page);
    for (const width of WIDTHS) {
      await setWidth(page, width);
      expect(await cutTexts(page), `${width} px`).toEqual([]);
      expect(await overflow(page), `${width} px`).toBe(0);
    }
  }
});

const PAPER = { light: 'rgb(245, 237, 221)', dark: 'rgb(21, 17, 14)' } as const;

const paper = (page: Page) =>
  page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);

test('the site follows the system’s theme or the visitor’s choice', { tags: 'U8' }, async () => {
  const { page } = await site.visit({ colorScheme: 'light' });
  const choice = page.getByLabel('Theme');
  const shows = (theme: 'light' | 'dark') => expect.poll(() => paper(page)).toBe(PAPER[theme]);
  await page.goto('/');
  for (const [theme, system] of [
    ['light', 'dark'],
    ['dark', 'light'],
  ] as const) {
    await page.emulateMedia({ colorScheme: system });
    await shows(system);
    await choice.selectOption(theme);
    await shows(theme);
    await page.reload();
    await expect.poll(() => choice.inputValue()).toBe(theme);
    await shows(theme);
    await choice.selectOption('system');
    await shows(system);
  }
});

test('a stored theme applies from the first frame', { tags: 'U8' }, async () => {
  const { page } = await site.visit({ colorScheme: 'light' });
  await storeAtStart(page, 'theme', 'dark');
  await page.addInitScript(() => {
    const papers = new Set<string>();
    const look = () => {
      // Nothing is drawn before the style sheet loads.
      if (document.styleSheets.length > 0) {
        papers.add(getComputedStyle(document.documentElement).backgroundColor);
        document.documentElement.dataset['papers'] = [...papers].join('; ');
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto('/');
  await expect.poll(() => page.locator('html').getAttribute('data-papers')).toBe(PAPER.dark);
});
