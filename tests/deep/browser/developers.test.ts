import { createServer } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';
import { textExamplesOf } from '../../../web/src/screens/developers/examples.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(2).map((joke) => ({ ...joke, tags: ['food'] as const })));

test('the page of another site shows a fact with what /developers says', async () => {
  const { page } = await site.visit();
  const { code } = textExamplesOf(site.origin).page;
  const server = createServer((_request, response) => {
    response
      .setHeader('content-type', 'text/html')
      .end(`<!doctype html><title>A blog</title>${code}`);
  });
  onTestFinished(() => closeServer(server));
  const port = await listeningPort(server.listen(0, LOOPBACK));
  await page.goto(`http://${LOOPBACK}:${port}/`);
  await expect
    .poll(() => page.locator('#fact').textContent())
    .toMatch(/^Test fact number \d of many\.\n$/);
});
