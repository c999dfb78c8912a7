import { expect, test } from 'vitest';
import { overflow } from '../../support/e2e/page-state.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const MARKS = '\u0301\u0489\u20dd\u030a'.repeat(40);
const STACKED = 'Chuck'.replace(/./g, `$&${MARKS}`);

const site = useSite(
  numberedJokes(20).map((joke) =>
    joke.joke_id === 18
      ? { ...joke, joke_text: `${STACKED} Norris reads between the lines.` }
      : joke,
  ),
);

test(
  'stacked combining marks do not widen a 320 px page or cover neighboring content',
  { tags: 'X11' },
  async () => {
    await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
    const { page } = visitor;
    for (const path of ['/', '/top-100', '/fact/18', '/newest']) {
      await page.goto(path);
      await page.getByText('reads between the lines.').waitFor();
      await expect.poll(() => overflow(page), { message: path }).toBe(0);
    }
    const text = page.getByText('reads between the lines.');
    const number = page.getByRole('heading', { name: 'Fact no. 18' });
    const before = await number.screenshot();
    const paragraphs = "[...document.querySelectorAll('article p')]";
    await page.evaluate(
      `${paragraphs}.find((each) => each.textContent.includes('between the lines')).style.visibility = 'hidden'`,
    );
    await expect.poll(() => text.isVisible()).toBe(false);
    expect(before.equals(await number.screenshot())).toBe(true);
  },
);
