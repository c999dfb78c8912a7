import { expect, test } from 'vitest';
import type { Visitor } from '../../support/e2e/browser.ts';
import { anotherLink, factShows, star } from '../../support/e2e/fact-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces, link, openWithout, shows } from '../../support/e2e/page-steps.ts';
import { current, currentId, sent } from '../../support/e2e/queue-steps.ts';
import { numberedJokes, unapproved } from '../../support/e2e/site.ts';
import { field, fieldShows, openForm } from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const PUBLISHED = 30;

const site = useSite(
  numberedJokes(PUBLISHED + 5).map((joke) => (joke.joke_id > PUBLISHED ? unapproved(joke) : joke)),
);

/** Calls `change` with the document and with everything that is added to it later. */
function changeAll(change: (root: Node) => void): void {
  change(document);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) if (node.isConnected) change(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/**
 * Replaces each text by two elements around another text, as Chrome's translation does. What it adds is invisible, and
 * Playwright ignores it.
 */
function translate(root: Node): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  for (let text: Node | null = walker.currentNode; text; text = walker.nextNode()) texts.push(text);
  for (const text of texts) {
    const isText = text instanceof Text && text.data.trim() !== '';
    if (!isText || !text.parentElement?.closest('body')) continue;
    if (text.parentElement.closest('font, script, style, textarea, title, noscript')) continue;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.append(`${text.data}\u00ad`);
    outer.append(inner);
    text.replaceWith(outer);
  }
}

/** Marks elements, and adds others beside controls, as password managers and spelling checkers do. */
function extend(root: Node): void {
  if (!(root instanceof Element || root instanceof Document)) return;
  for (const element of root.querySelectorAll('body, body :not([data-extended])')) {
    if (element.matches('[data-extended], script')) continue;
    element.setAttribute('data-extended', '');
    if (!element.matches('input, textarea, button, p')) continue;
    const added = document.createElement('i');
    added.setAttribute('data-extended', '');
    element.after(added);
  }
}

/** What happens to a page, whether before it starts, and the fact that is rated then. */
const CHANGES = [
  ['translated before it starts', translate, true, 1],
  ['translated later', translate, false, 2],
  ['changed by an extension before it starts', extend, true, 3],
  ['changed by an extension later', extend, false, 4],
] as const;

for (const [what, change, early, rated] of CHANGES) {
  const script = `(${String(changeAll)})(${String(change)})`;
  async function open(visitor: Visitor, path: string) {
    const { page } = visitor;
    // React draws the page again if it is not that of the site.
    if (early) {
      visitor.expectConsoleError(/Minified React error #418/);
      await page.addInitScript(script);
    }
    await page.goto(path);
    if (!early) await page.evaluate(script);
  }

  test(`a page that is ${what} shows facts, pages and votes`, { tags: 'U17' }, async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await open(visitor, '/random');
    const shown = page.getByRole('article').locator('p').first();
    const number = page.getByRole('heading', { level: 2 }).first();
    for (let count = 0; count < 3; count += 1) {
      const before = await shown.innerText();
      await anotherLink(page).click();
      await expect.poll(() => shown.innerText()).not.toBe(before);
      const id = /\d+/.exec(await shown.innerText())?.[0];
      await expect.poll(() => number.innerText()).toContain(`Fact no. ${id}`);
    }

    await open(visitor, '/');
    await link(page, 'Next').click();
    await shows(page, 'Page 2 of 2');
    await star(page, rated, '5 stars').click();
    for (const text of ['✓ Voted!', '3 votes', '4.3/5']) await factShows(page, rated, text);
  });

  if (early) {
    test(`a page that is ${what} has what was typed and pressed before`, async () => {
      const visitor = await site.visit();
      visitor.expectConsoleError(/Minified React error/);
      const { page } = visitor;
      await openForm(page);
      await field(page).fill('A draft.');
      await page.addInitScript(script);
      let start = await openWithout(page, '/submit');
      await page.getByRole('textbox').pressSequentially('Chuck Norris');
      await page.keyboard.press('Home');
      start();
      await fieldShows(page, 'A draft.\nChuck Norris');
      await focused(page, field(page)).waitFor();
      await page.keyboard.type('Mr. ');
      await fieldShows(page, 'A draft.\nMr. Chuck Norris');

      start = await openWithout(page, '/search?q=fact');
      await page.getByRole('searchbox').fill('facts of many');
      await star(page, PUBLISHED, '2 stars').click();
      start();
      await factShows(page, PUBLISHED, '✓ Voted!');
      await expect.poll(() => page.getByRole('searchbox').inputValue()).toBe('facts of many');
    });
  }

  test(`a queue that is ${what} shows what a decision is about, and its outcome`, async () => {
    const visitor = await site.open('/about');
    const { page } = visitor;
    await open(visitor, '/admin/queue');
    const first = await currentId(page);
    await current(page)
      .getByRole('heading', { name: `Fact no. ${first}`, exact: true })
      .waitFor();
    await page.keyboard.press('a');
    await announces(page, `Approved fact no. ${first}.`);
    const second = await currentId(page);
    expect(second).not.toBe(first);
    await current(page).getByText(`Test fact number ${second} of many.`).first().waitFor();
    await page.keyboard.press('s');
    await announces(page, `Skipped fact no. ${second}`);
    await sent(page);
  });
}
