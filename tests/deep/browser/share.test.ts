import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { clipboardText, focused } from '../../support/e2e/page-state.ts';
import { button, dialog, dialogButton, dialogShows, refuse } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** Replaces the share sheet. Records what is shared in an attribute of the page. */
function replaceShareSheet(): void {
  navigator.canShare = () => true;
  navigator.share = ({ files, ...link } = {}) => {
    const data = { ...link, files: files?.map(({ name, size }) => [name, size > 0]) };
    document.documentElement.dataset['shared'] = JSON.stringify(data);
    return Promise.resolve();
  };
}

const site = useSite(numberedJokes(3));

const TEXT = 'Test fact number 2 of many.';

const share = (page: Page) => button(page, 'Share fact no. 2');
const more = (page: Page) => button(page, 'More about fact no. 2');

const visit = () => site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });

async function select(page: Page, item: string): Promise<void> {
  await more(page).click();
  await button(page, item).click();
}

test(
  'a visitor sees the image to share in two formats, copies it, its text or its link, or chooses a site',
  { tags: ['U3', 'U18'] },
  async () => {
    const { page } = await visit();
    const url = `${site.origin}/fact/2`;
    await page.goto('/fact/2');
    await share(page).press('Enter');
    const opened = dialog(page, 'Share fact no. 2');
    const field = opened.getByRole('textbox', { name: 'Link' });
    await focused(page, field).waitFor();
    const image = opened.getByRole('img', { name: 'Fact no. 2 as an image' });
    const size = () =>
      image.evaluate((element) =>
        element instanceof HTMLImageElement ? [element.naturalWidth, element.naturalHeight] : [],
      );
    await expect.poll(size).toEqual([1200, 630]);
    await page.setViewportSize({ width: 320, height: 640 });
    const place = await field.boundingBox();
    await opened.getByRole('radio', { name: 'Tall' }).check();
    await expect.poll(size).toEqual([1080, 1350]);
    expect(await field.boundingBox()).toEqual(place);
    await expect
      .poll(() => opened.locator('.button-main').allTextContents())
      .toEqual(['Copy image']);
    await expect.poll(() => field.inputValue()).toBe(url);
    await dialogButton(page, 'Copy link').click();
    await dialogShows(page, '✓ Copied the link.');
    expect(await clipboardText(page)).toBe(url);
    await dialogButton(page, 'Copy text').click();
    await dialogShows(page, '✓ Copied the text.');
    expect(await clipboardText(page)).toBe(`${TEXT}\n${url}`);
    await dialogButton(page, 'Copy image').click();
    await dialogShows(page, '✓ Copied the image.');
    await expect.poll(() => findFaults(page)).toEqual([]);
    const ways = await opened
      .getByRole('link')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    const [text, link] = [TEXT, url].map(encodeURIComponent);
    expect(ways).toHaveLength(7);
    expect(ways[0]).toBe(`https://wa.me/?text=${text}%0A${link}`);
    // As on pages without encryption.
    await page.evaluate(
      () => void Object.defineProperty(navigator, 'clipboard', { value: undefined }),
    );
    await dialogButton(page, 'Copy link').click();
    await dialogShows(page, '✗ Your browser doesn’t allow copying. Select the text and copy it.');
    await page.keyboard.press('Escape');
    await focused(page, share(page)).waitFor();
  },
);

test('with a share sheet, a visitor shares a fact with the image that is shown, or without one that does not load', async () => {
  const { page, expectConsoleError } = await visit();
  expectConsoleError(/status of 503/);
  await page.addInitScript(replaceShareSheet);
  // The image that is shown, and the one that is shared.
  await refuse(page, '**/api/v1/cards/*.png', 503, 'Later.', 2);
  const link = { text: TEXT, url: `${site.origin}/fact/2` };
  const withCard = { ...link, files: [['chuck-norris-fact-2-tall.png', true]] };
  await page.goto('/');
  await share(page).click();
  const shares = async (shared: unknown) => {
    await dialogButton(page, 'Share').click();
    await page
      .locator('html')
      .and(page.locator(`[data-shared='${JSON.stringify(shared)}']`))
      .waitFor();
  };
  await shares(link);
  await page.getByRole('radio', { name: 'Tall' }).check();
  await shares(withCard);
  const download = page.waitForEvent('download');
  await dialogButton(page, 'Save image').click();
  expect((await download).suggestedFilename()).toBe('chuck-norris-fact-2-tall.png');
  await dialogShows(page, '✓ Saved the image.');
});

test('a visitor sees and copies code that shows the fact in a page of another site', async () => {
  const { page, expectConsoleError } = await visit();
  // Of the test, which records announcements in every frame; the embedded page has none.
  expectConsoleError(/^Blocked script execution in '[^']+\/embed\/fact\/2'/);
  await page.goto('/fact/2');
  await select(page, 'Embed');
  await dialog(page, 'Embed fact no. 2').waitFor();
  const code = page.getByRole('textbox', { name: 'Code for your page' });
  await focused(page, code).waitFor();
  const preview = page.frameLocator('iframe[title="Fact no. 2"]');
  await preview.getByText(TEXT).waitFor();
  await dialogButton(page, 'Copy code').click();
  await dialogShows(page, '✓ Copied the code.');
  const copied = await clipboardText(page);
  expect(await code.inputValue()).toBe(copied);
  await expect.poll(() => findFaults(page)).toEqual([]);
});

// A journey reports a fact.
test(
  'the menu of a fact and the form for a report are accessible; a report needs a reason',
  { tags: 'U3' },
  async () => {
    const { page } = await visit();
    await page.goto('/fact/2');
    await more(page).press('Enter');
    await expect.poll(() => findFaults(page), { message: 'menu' }).toEqual([]);
    await button(page, 'Report').focus();
    await page.keyboard.press('Escape');
    await focused(page, more(page)).waitFor();
    await expect.poll(() => button(page, 'Report').count()).toBe(0);
    await more(page).press('Enter');
    await button(page, 'Report').press('Enter');
    await dialogButton(page, 'Send').click();
    await dialogShows(page, 'Please choose a reason.');
    await expect.poll(() => findFaults(page), { message: 'form' }).toEqual([]);
  },
);
