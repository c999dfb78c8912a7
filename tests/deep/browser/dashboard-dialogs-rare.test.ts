import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { action, LIST, moderatedJokes, more, row } from '../../support/e2e/dashboard-site.ts';
import { dialogButton, dialogShows, openPasswordDialog } from '../../support/e2e/dialog-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { useDashboardSite } from '../../support/e2e/use-site.ts';

const site = useDashboardSite(moderatedJokes(45));

/** Whether the preview of a joke's image has loaded. */
const isImageLoaded = (page: Page, id: number) =>
  page.evaluate<boolean>(
    `document.querySelector('img[alt="Image of fact no. ${id}"]')?.naturalWidth > 0`,
  );

const text = (page: Page) => page.getByRole('dialog').getByRole('textbox');

test('an administrator generates the image of a fact in its preview, whatever fails', async () => {
  await using visitor = await site.open('/admin');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 503|ERR_FAILED/);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  const imageRequests: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname.includes('/images/'))
      imageRequests.push(pathname.replace('/api/v1/images', '') + search);
  });
  const preview = action(page, 'Preview image', 32);
  await expect.poll(() => preview.getAttribute('data-has-image')).toBe('false');
  const held = Promise.withResolvers<Route>();
  await page.route('**/api/v1/images/generate/32?*', held.resolve, { times: 1 });
  await preview.click();
  await dialogShows(page, 'No image generated yet.');
  await dialogButton(page, 'Generate Image').click();
  const route = await held.promise;
  await dialogShows(page, 'Generating...');
  await expect.poll(() => dialogButton(page, 'Generating...').isDisabled()).toBe(true);
  await route.fulfill({ status: 503, json: { detail: 'No.' } });
  await dialogButton(page, 'Generate Image').waitFor();
  await dialogShows(page, 'No image generated yet.');
  await dialogShows(page, 'Error: No.');
  await expect
    .poll(() => warnings)
    .toContainEqual(expect.stringContaining('Couldn’t generate the image of fact no. 32'));

  imageRequests.length = 0;
  // The image is generated, but its response is lost.
  await page.route(
    '**/api/v1/images/generate/32?*',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialogButton(page, 'Generate Image').click();
  await page.getByRole('img', { name: 'Image of fact no. 32' }).waitFor();
  await page.evaluate('window.ask = window.confirm; window.confirm = () => false');
  await dialogButton(page, 'Regenerate Image').click();
  await page.evaluate('window.confirm = window.ask');
  await dialogButton(page, 'Regenerate Image').click();
  await expect
    .poll(() => imageRequests.filter((each) => each.includes('generate')))
    .toEqual(['/generate/32?force=false', '/generate/32?force=true']);
  await dialogButton(page, 'Regenerate Image').waitFor();
  await expect.poll(() => imageRequests.at(-1)).toMatch(/\/files\/.*&t=\d+$/);
  await expect.poll(() => isImageLoaded(page, 32)).toBe(true);
  const files = imageRequests.filter((each) => each.includes('/files/'));
  expect(files.length).toBeGreaterThan(0);
  for (const file of files) expect(file).toMatch(/\.webp\?expires=\d+&signature=[\w-]+(&t=\d+)?$/);
  await dialogButton(page, 'Close').click();
  await expect.poll(() => preview.getAttribute('data-has-image')).toBe('true');
  await focused(page, preview).waitFor();

  await page.route(LIST, async (expiring) => {
    const response = await expiring.fetch();
    const body = (await response.text()).replaceAll(/expires=\d+/g, 'expires=1');
    await expiring.fulfill({ response, body });
  });
  await page.reload();
  await preview.click();
  await expect.poll(() => isImageLoaded(page, 32)).toBe(true);
  await expect.poll(() => findFaults(page)).toEqual([]);
  await page.getByRole('button', { name: 'Close', exact: true }).click();

  await action(page, 'Edit', 32).click();
  await text(page).fill('Chuck Norris is newer than his image.');
  await dialogButton(page, 'Save').click();
  await row(page, 32).getByText('Image older than text').waitFor();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await announces(page, 'Undone: restored the text of fact no. 32.');
});

test('axe finds no violations in the dialogs, in both themes at each width', async () => {
  await using visitor = await site.open('/admin?search=roundhouse&status=approved');
  const { page } = visitor;
  visitor.expectConsoleError(/status of 401/);
  await page.route('**/api/v1/admin/changes', (route) =>
    route.fulfill({ status: 401, json: { detail: 'Your session has ended.' } }),
  );
  for (const open of [
    () => action(page, 'Preview image', 9).click(),
    () => more(page, 9, 'Reject with a reason…'),
    () => openPasswordDialog(page),
    // Your session has ended.
    () => action(page, 'Reject', 9).click(),
  ]) {
    await open();
    await page.getByRole('dialog').waitFor();
    await expect.poll(() => findFaults(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  }
});
