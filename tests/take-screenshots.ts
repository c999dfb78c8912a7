// Builds the site, starts the local stack with the seed, and writes the screenshots for the manifest and the README to
// web/public/screenshots.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { startTestStack } from './support/local/test-stack.ts';
import { jokeList, type Joke } from '../functions/src/contract/index.ts';
import { broadside } from '../functions/src/domain/index.ts';
import { motifOf } from '../functions/src/images/scenes.ts';
import { provideChromium } from './support/browsers.ts';
import { launchBrowser } from './support/e2e/browser.ts';
import { createAdmin, signIn } from './support/e2e/administrator.ts';
import { openInShell } from './support/e2e/images.ts';
import { paths } from '../web/src/paths.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import { sharp } from '../scripts/sharp.ts';

const root = join(import.meta.dirname, '..');
const folder = join(root, 'web', 'public', 'screenshots');

/**
 * The window for each form factor of the manifest, whose sizes are these times the scale factor.
 */
const FORMS = {
  narrow: { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2 },
  wide: { viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
} as const;
type Form = keyof typeof FORMS;

const SCREENS = { home: paths.home, random: paths.random, top: paths.top } as const;

/** How many of the best facts get an image, of those that name something to draw. */
const ILLUSTRATED = 3;

async function bestFacts(origin: string): Promise<Joke[]> {
  const response = await fetch(`${origin}/api/v1/jokes/top?limit=100`);
  return jokeList.parse(await response.json()).jokes;
}

async function illustrate(origin: string, facts: readonly Joke[]): Promise<void> {
  await createAdmin(origin);
  const headers = { authorization: `Bearer ${await signIn(origin)}` };
  for (const { joke_id } of facts) {
    const url = `${origin}/api/v1/images/generate/${joke_id}`;
    const { ok, status } = await fetch(url, { method: 'POST', headers });
    if (!ok) throw new Error(`Generating the image of fact no. ${joke_id} returned ${status}.`);
  }
}

/** Waits until the fonts and the images in view have loaded. */
async function fullyLoaded(page: Page): Promise<void> {
  await page.getByRole('article').first().waitFor();
  // The application adds images in view.
  await page.waitForLoadState('networkidle');
  await page.evaluate(async () => {
    const images = [...document.images].filter(({ src }) => src !== '');
    await Promise.all([document.fonts.ready, ...images.map((image) => image.decode())]);
  });
}

async function take(browser: Browser, origin: string, form: Form, fact: Joke): Promise<void> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...FORMS[form],
  });
  const page = await context.newPage();
  // Shows the same random fact in every run.
  await openInShell(page);
  await page.route(/\/api\/v1\/jokes\/random\?/, (route) => route.fulfill({ json: fact }), {
    times: 1,
  });
  for (const [name, path] of Object.entries(SCREENS)) {
    await page.goto(path);
    await fullyLoaded(page);
    const image = await sharp(await page.screenshot())
      .webp({ quality: 82, effort: 6 })
      .toBuffer();
    writeFileSync(join(folder, `${name}-${form}.webp`), image);
    process.stdout.write(`${name}-${form}.webp: ${image.length} bytes\n`);
  }
  await context.close();
}

readCommandLine({
  command: 'npm run screenshots',
  does: 'Takes the screenshots of the manifest and the README into web/public/screenshots.',
});

await provideChromium();

// Builds in a separate process, like npm start.
const build = [join(root, 'scripts', 'build.ts'), '--mode', 'emulator'];
if (spawnSync(process.execPath, build, { stdio: 'inherit' }).status !== 0) process.exit(1);

mkdirSync(folder, { recursive: true });
await using parts = new AsyncDisposableStack();
const stack = await startTestStack();
parts.defer(() => stack.stop());
const browser = parts.use(await launchBrowser());

const best = await bestFacts(stack.origin);
const named = best.filter(({ joke_text }) => motifOf(joke_text) !== undefined);
await illustrate(stack.origin, named.slice(0, ILLUSTRATED));
const shown = best.find(
  (fact) => !named.includes(fact) && broadside(fact.joke_text)?.some(({ isRed }) => isRed),
);
if (shown === undefined) throw new Error('The seed has too few facts.');
for (const form of ['narrow', 'wide'] as const) await take(browser, stack.origin, form, shown);
