import { expect, test } from 'vitest';
import { openFreshBrowser } from '../support/e2e/fresh-browser.ts';
import { panel, panelButton as button } from '../support/e2e/install-steps.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

const site = useSite(numberedJokes(20));

test('Chromium offers a new visitor the installation', async () => {
  await using freshBrowser = await openFreshBrowser();
  const { page } = freshBrowser;
  await page.goto(`${site.origin}/`);
  await panel(page).waitFor();
  await button(page, 'Install').waitFor();
  const devtools = await page.context().newCDPSession(page);
  const { url, errors } = await devtools.send('Page.getAppManifest');
  expect(new URL(url).pathname).toBe('/manifest.webmanifest');
  expect(errors).toEqual([]);
  expect((await devtools.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
});
