import { expect, test } from 'vitest';
import type { Visitor } from '../../support/e2e/browser.ts';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { announces, link, shows } from '../../support/e2e/page-steps.ts';
import { current, currentId, sent } from '../../support/e2e/queue-steps.ts';
import { anotherLink } from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const PUBLISHED = 30;

const site = useDashboardSite(
  numberedJokes(PUBLISHED + 5).map((joke) =>
    joke.joke_id > PUBLISHED
      ? { ...joke, status: 'pending', histogram: [0, 0, 0, 0, 0], approved_at: null }
      : joke,
  ),
);

/**
 * Replaces each text by two elements around another text, now and later, as Chrome's translation does. What it adds is
 * invisible, and Playwright ignores it.
 */
const TRANSLATE = `(() => {
  const translate = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    const texts = [];
    for (let text = walker.currentNode; text; text = walker.nextNode()) texts.push(text);
    for (const text of texts) {
      const isText = text.nodeType === Node.TEXT_NODE && text.data.trim() !== '';
      if (!isText || !text.parentElement?.closest('body')) continue;
      if (text.parentElement.closest('font, script, style, textarea, title, noscript')) continue;
      const [outer, inner] = [document.createElement('font'), document.createElement('font')];
      inner.append(text.data + '\\u00ad');
      outer.append(inner);
      text.replaceWith(outer);
    }
  };
  translate(document);
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      for (const node of [target, ...addedNodes]) if (node.isConnected) translate(node);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
})()`;

/** When it is translated, and the fact that is rated then. */
const MOMENTS = [
  ['before the start', 1],
  ['after the start', 2],
] as const;

async function open(visitor: Visitor, path: string, [moment]: (typeof MOMENTS)[number]) {
  const { page } = visitor;
  if (moment === 'after the start') {
    await page.goto(path);
    await page.evaluate(TRANSLATE);
    return;
  }
  // React draws the page again, because its texts are not those of the site.
  visitor.expectConsoleError(/Minified React error #418/);
  await page.addInitScript(TRANSLATE);
  await page.goto(path);
}

for (const moment of MOMENTS) {
  const [name, rated] = moment;
  test(`a page that is translated ${name} shows other facts, pages and votes`, async () => {
    await using visitor = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
    const { page } = visitor;
    await open(visitor, '/random', moment);
    const shown = page.getByRole('article').locator('p').first();
    const number = page.getByRole('heading', { level: 2 }).first();
    for (let count = 0; count < 3; count += 1) {
      const before = await shown.innerText();
      await anotherLink(page).click();
      await expect.poll(() => shown.innerText()).not.toBe(before);
      const id = /\d+/.exec(await shown.innerText())?.[0];
      await expect.poll(() => number.innerText()).toContain(`Fact no. ${id}`);
    }

    await open(visitor, '/', moment);
    await link(page, 'Next').click();
    await shows(page, 'Page 2 of 2');
    await star(page, rated, '5 stars').click();
    await fact(page, rated).getByText('✓ Voted!').waitFor();
    await fact(page, rated).getByText('3 votes', { exact: true }).waitFor();
    await fact(page, rated).getByText('4.3/5', { exact: true }).waitFor();

    await open(visitor, '/developers', moment);
    await page.getByRole('button', { name: 'Copy' }).first().click();
    await page.getByRole('button', { name: '✓ Copied' }).waitFor();
  });

  test(`a queue that is translated ${name} shows what a decision is about, and its outcome`, async () => {
    await using visitor = await site.open('/about');
    const { page } = visitor;
    await open(visitor, '/admin/queue', moment);
    const first = await currentId(page);
    await current(page)
      .getByRole('heading', { name: `Fact no. ${first}`, exact: true })
      .waitFor();
    await page.keyboard.press('a');
    await announces(page, `Approved fact no. ${first}.`);
    const second = await currentId(page);
    expect(second).not.toBe(first);
    await current(page).getByText(`Test fact number ${second} of many.`).first().waitFor();
    await current(page)
      .getByRole('heading', { name: `Fact no. ${second}`, exact: true })
      .waitFor();
    await page.keyboard.press('s');
    await announces(page, `Skipped fact no. ${second}`);
    await sent(page);
  });
}
