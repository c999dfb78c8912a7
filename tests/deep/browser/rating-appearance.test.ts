import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { sharp } from '../../../scripts/sharp.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { fact, RATINGS, star } from '../../support/e2e/fact-steps.ts';
import { setWidth, fontsLoaded } from '../../support/e2e/page-state.ts';
import { announces, link } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// Each test votes on different jokes. Each joke starts with two 4-star votes.
const site = useSite(numberedJokes(12));

/** The computed value of a CSS property for each match of `selector` in a fact, in page order. */
const styles = (page: Page, id: number, selector: string, property: string) =>
  page.evaluate<
    string[]
  >(`[...document.querySelector('.joke-card_list article[aria-label="Fact no. ${id}"]')
    .querySelectorAll('${selector}')].map((element) => getComputedStyle(element)['${property}'])`);
const starStyles = (page: Page, id: number, property: string) =>
  styles(page, id, '.star-rating_star > svg', property);
/** How much of each star is seen filled, from 0 to 1: shapes are 20 of 24 units wide and begin after two. */
const filledStars = (page: Page, id: number) =>
  page.evaluate<
    number[]
  >(`[...document.querySelector('.joke-card_list article[aria-label="Fact no. ${id}"]')
    .querySelectorAll('.star-rating_star > svg')].map((star) => {
      const part = star.querySelector('svg');
      const end = part?.checkVisibility() ? part.width.baseVal.value : 2;
      return Math.round((end - 2) / 2) / 10;
    })`);
const NONE = [0, 0, 0, 0, 0];
const TWO = [1, 1, 0, 0, 0];

/** Records every CSS animation that starts on the page. Returns a counter by animation name. */
async function recordAnimations(page: Page): Promise<(name: string) => Promise<number>> {
  await page.addInitScript(`window.started = [];
    addEventListener('animationstart', ({ animationName }) => started.push(animationName))`);
  return (name) =>
    page.evaluate<number>(`started.filter((animation) => animation === '${name}').length`);
}

async function holdVote(page: Page): Promise<Route> {
  const held = Promise.withResolvers<Route>();
  await page.route(RATINGS, held.resolve, { times: 1 });
  return held.promise;
}

test('stars are empty until they show the rating under the pointer, and again after a refused vote, and axe passes in every state', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of (404|503)/);
  await page.goto('/');
  await star(page, 1, '2 stars').waitFor();
  await expect.poll(() => filledStars(page, 1)).toEqual(NONE);
  await expect.poll(() => starStyles(page, 1, 'scale')).toEqual(Array(5).fill('none'));
  for (const width of [320, 1280]) {
    await setWidth(page, width);
    await star(page, 1, '2 stars').hover();
    await expect.poll(() => filledStars(page, 1)).toEqual(TWO);
    await expect
      .poll(() => starStyles(page, 1, 'scale'))
      .toEqual(['1.12', '1.12', 'none', 'none', 'none']);
    await expect
      .poll(() => findViolations(page), { message: `pointed at, ${width} px` })
      .toEqual([]);
  }

  const answer = (status: number, body: string) =>
    page.route(RATINGS, (route) => route.fulfill({ status, body }), { times: 1 });
  await answer(404, '{"detail":"No."}');
  await star(page, 1, '1 star').click();
  await fact(page, 1).getByText('✗ Not counted').waitFor();
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(() => filledStars(page, 1)).toEqual(NONE);
  await answer(503, '<h1>A proxy’s page</h1>');
  await star(page, 8, '1 star').click();
  await fact(page, 8).getByText('We’ll send your vote').waitFor();
  await announces(page, 'Couldn’t reach the server. We’ll send your vote for fact no. 8 again.');
  const held = holdVote(page);
  await star(page, 7, '1 star').click();
  await held;
  for (const width of [320, 1280]) {
    await setWidth(page, width);
    await expect
      .poll(() => findViolations(page), { message: `refused, waiting and sending, ${width} px` })
      .toEqual([]);
  }
  await page.context().setOffline(true);
  await page.getByText('You need a connection to rate or submit.').waitFor();
  await expect.poll(() => findViolations(page), { message: 'offline' }).toEqual([]);
});

test('each voted star pops once, and a pending vote is animated', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const started = await recordAnimations(page);
  const held = holdVote(page);
  await page.goto('/');
  await star(page, 2, '3 stars').click();
  const route = await held;
  await expect.poll(() => started('star-rating_star-pop')).toBe(3);
  await expect.poll(() => started('star-rating_star-wait')).toBe(3);
  await route.continue();
  await announces(page, 'Voted 3 of 5 stars for fact no. 2.');
  expect(await started('star-rating_star-pop')).toBe(3);
  // The stars are the visitor's own; the average of two votes with 4 stars and one with 3 is the number.
  await expect.poll(() => filledStars(page, 2)).toEqual([1, 1, 1, 0, 0]);
  await fact(page, 2).getByText('3.7/5', { exact: true }).waitFor();
  const summary = { description: 'Average 3.7 of 5. You rated it 3 stars.' };
  await fact(page, 2).getByRole('group', summary).waitFor();
  await page.reload();
  await fact(page, 2).getByText('✓ Voted!').waitFor();
  await expect.poll(() => filledStars(page, 2)).toEqual([1, 1, 1, 0, 0]);
  expect(await started('star-rating_star-pop')).toBe(0);
});

/** Records the duration, easing and line count of each text animation on the random screen. */
async function recordTypesetting(page: Page): Promise<() => Promise<unknown>> {
  await page.addInitScript(`window.set = [];
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, options) {
      const { height } = this.getBoundingClientRect();
      const lines = Math.round(height / parseFloat(getComputedStyle(this).lineHeight));
      set.push({ ...options, lines });
      return animate.call(this, frames, options);
    }`);
  return () => page.evaluate('set');
}

test('with reduced motion nothing is animated, a pending vote is only paler, and the random fact appears immediately', async () => {
  await using visitor = await site.visit({ reducedMotion: 'reduce' });
  const { page } = visitor;
  const started = await recordAnimations(page);
  const set = await recordTypesetting(page);
  const held = holdVote(page);
  await page.goto('/');
  await star(page, 4, '3 stars').click();
  const route = await held;
  await expect.poll(() => styles(page, 4, 'fieldset', 'opacity')).toEqual(['0.6']);
  await route.continue();
  await announces(page, 'Voted 3 of 5 stars for fact no. 4.');
  expect(await started('star-rating_star-pop')).toBe(0);
  expect(await started('star-rating_star-wait')).toBe(0);
  await expect.poll(() => page.evaluate('document.getAnimations().length')).toBe(0);
  await page.goto('/random');
  await page.getByRole('article').waitFor();
  expect(await set()).toEqual([]);
});

test('each random fact appears line by line within 240 ms', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 640 } });
  const { page } = visitor;
  const set = await recordTypesetting(page);
  await page.goto('/random');
  await fontsLoaded(page);
  const another = page.getByRole('link', { name: 'Get Another Random Fact' });
  await another.click();
  await expect.poll(set).toHaveLength(1);
  for (const setting of [await set()].flat()) {
    expect(setting).toMatchObject({ duration: 240, lines: expect.any(Number) });
    const { lines, easing } = Object(setting);
    expect(lines).toBeGreaterThan(1);
    expect(easing).toBe(`steps(${lines})`);
  }
});

test('with forced colors, filled stars and the current period remain distinguishable', async () => {
  await using visitor = await site.visit({ forcedColors: 'active', colorScheme: 'dark' });
  const { page } = visitor;
  /** The brightness of the line below a link, as drawn: computed styles do not have forced colors. */
  const underline = async (name: string) => {
    const box = await link(page, name).boundingBox();
    if (box === null) throw new Error('Not drawn');
    const clip = { ...box, y: box.y + box.height - 2, height: 1 };
    return (await sharp(await page.screenshot({ clip })).stats()).channels[0]?.mean;
  };
  await page.goto('/');
  await star(page, 5, '2 stars').click();
  await fact(page, 5).getByText('✓ Voted!').waitFor();
  await expect.poll(() => filledStars(page, 5)).toEqual([1, 1, 0, 0, 0]);
  const text = await page.evaluate('getComputedStyle(document.body).color');
  await expect.poll(() => starStyles(page, 5, 'stroke')).toEqual(Array(5).fill(text));
  await page.goto('/top-100');
  await page.getByRole('article').first().waitFor();
  expect(await underline('All time')).not.toBe(await underline('This week'));
  await expect.poll(() => findViolations(page)).toEqual([]);
});
