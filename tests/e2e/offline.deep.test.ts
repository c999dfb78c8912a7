import { test } from 'vitest';
import { facts } from '../support/e2e/fact-steps.ts';
import { openHomeWithWorker } from '../support/e2e/offline-steps.ts';
import { shows } from '../support/e2e/page-steps.ts';
import { openReleaseSite } from '../support/e2e/release-site.ts';
import { numberedJokes } from '../support/e2e/site.ts';

test('visited screens work if the function hangs or is down, and if the whole server is down', async () => {
  await using releaseSite = await openReleaseSite(numberedJokes(30));
  await using visitor = await openHomeWithWorker(releaseSite);
  const { page } = visitor;
  await releaseSite.hangFunction();
  await page.goto('/');
  await shows(page, 'Page 1 of 2');
  releaseSite.stopFunction();
  await page.goto('/newest');
  await facts(page).first().waitFor();
  await releaseSite.stopHosting();
  await page.goto('/top-100');
  await facts(page).first().waitFor();
  await page.goto('/');
  await shows(page, 'Page 1 of 2');
});
