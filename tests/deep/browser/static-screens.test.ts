import { expect, test } from 'vitest';
import {
  findOverflows,
  focused,
  layoutShift,
  overflow,
  settled,
} from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

test.each(['/about', '/facts-archive', '/history'])(
  '%s shows without layout shift, horizontal scrolling or the need for JavaScript',
  async (path) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    await page.goto(path);
    await settled(page);
    expect(await layoutShift(page)).toBe(0);
    const text = await page.getByRole('main').innerText();
    expect(text.length).toBeGreaterThan(500);
    expect(await findOverflows(page)).toEqual([]);

    await using plain = await site.visit({ javaScriptEnabled: false });
    await plain.page.goto(path);
    await expect.poll(() => plain.page.getByRole('main').innerText()).toBe(text);
  },
);

test('on a phone no line of the history begins with what separates two sources', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 640 } });
  const { page } = visitor;
  await page.goto('/history');
  await settled(page);
  const separators = await page.evaluate<{ text: string; lower: number }[]>(`
    [...document.querySelectorAll('main time + div a')].flatMap((link) => {
      const separator = link.nextSibling?.firstChild;
      if (!separator) return [];
      const range = document.createRange();
      range.setStart(separator, 0);
      range.setEnd(separator, 1);
      const [end] = [...link.getClientRects()].reverse();
      return [{
        text: range.toString(),
        lower: Math.round(range.getBoundingClientRect().bottom - end.bottom),
      }];
    })`);
  expect(separators).toEqual(Array.from({ length: 8 }, () => ({ text: ';', lower: 0 })));
});

test("an old numbered page's address shows the archive, where a visitor can click anywhere in a row of links, which opens the screen without a page load", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const old = await page.goto('/facts-archive/3');
  expect(old?.status()).toBe(200);
  expect(await old?.text()).toMatch(/<link rel="canonical" href="[^"]+\/facts-archive"\s*\/>/);
  await page.getByRole('heading', { level: 1, name: 'Facts Archive' }).waitFor();
  let documents = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Submit' }).click();
  await focused(page, page.getByRole('heading', { name: 'Submit a Fact' })).waitFor();
  expect(documents).toBe(0);
});

test('without JavaScript no control is shown that needs it', async () => {
  await using visitor = await site.visit({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const { page } = visitor;
  const controls = page.locator('button:visible, input:visible, textarea:visible');
  await page.goto('/about');
  const menu = page.getByRole('navigation', { name: 'Main' }).getByRole('link');
  await expect
    .poll(() => menu.allInnerTexts())
    .toEqual(['Top 100', 'Newest', 'Submit', 'Search', 'Login']);
  await expect.poll(() => controls.count()).toBe(0);
  await expect.poll(() => overflow(page)).toBe(0);

  await menu.filter({ hasText: 'Submit' }).click();
  await page.waitForURL('/submit');
  // Playwright's text selectors skip noscript elements.
  const note = page.locator('.no-script:visible');
  await expect.poll(() => note.innerText()).toContain('Submitting needs JavaScript');
  await expect.poll(() => page.getByRole('main').getByRole('listitem').count()).toBe(5);
  await expect.poll(() => controls.count()).toBe(0);

  for (const path of ['/login', '/admin', '/setup-admin']) {
    await page.goto(path);
    await expect
      .poll(() => note.innerText(), { message: path })
      .toContain('Signing in and approving facts need');
    expect((await note.boundingBox())?.y, path).toBeLessThan(400);
    // HTML does not allow it there.
    await expect.poll(() => page.locator('noscript main').count(), { message: path }).toBe(0);
  }
  await page.locator('a.button:visible').click();
  await page.waitForURL('/');
});
