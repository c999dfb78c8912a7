import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startTestStack } from '../support/local/test-stack.ts';
import {
  FACT_SCREENS,
  generateImages,
  openFirstView,
  WINDOWS,
  type FirstView,
} from '../support/e2e/first-view-steps.ts';
import { openFreshBrowser } from '../support/e2e/fresh-browser.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { allAtMost, atMost, mustHold, type Benchmark } from '../support/bench/measurement.ts';

const root = join(import.meta.dirname, '..', '..');
const MAX_REQUESTS = 7;
/** One-line facts: more of them fit into a window than of longer ones. */
const FACTS = 20;

/** The first view of each screen in each window. */
async function measure(origin: string): Promise<(FirstView & { path: string })[]> {
  await using freshBrowser = await openFreshBrowser();
  const measured = [];
  for (const path of FACT_SCREENS) {
    for (const size of WINDOWS) {
      measured.push({ path, ...(await openFirstView(freshBrowser, origin, path, size)) });
    }
  }
  return measured;
}

/**
 * P14: the requests of a new visitor's browser until the first view is complete and the network is idle.
 * They include the page, late scripts, the tab's icon, the web manifest and the images in view, but not
 * the service worker's own requests.
 */
export const benchmark: Benchmark = async () => {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--mode', 'production'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const stack = await startTestStack({ seed: numberedJokes(FACTS) });
  try {
    const bare = await measure(stack.origin);
    await generateImages(stack.origin, FACTS);
    const pictured = await measure(stack.origin);
    const all = [...bare, ...pictured];
    const shift = Math.max(...all.map((view) => view.shift));
    const outOfView = all.reduce((sum, view) => sum + view.imagesOutOfView.length, 0);
    const most = (views: typeof all, of: string) =>
      Math.max(...views.filter(({ path }) => path === of).map(({ requests }) => requests.length));
    return [
      ...FACT_SCREENS.flatMap((path) =>
        allAtMost('P14', [
          [
            `requests of a first view of ${path}, maximum of three windows`,
            most(bare, path),
            MAX_REQUESTS,
          ],
          ['… if every fact has an image', most(pictured, path), MAX_REQUESTS],
        ]),
      ),
      mustHold('P14', '… maximum layout shift', shift.toFixed(2), '0.00', shift < 0.005),
      atMost('P14', '… requested images that are out of view', outOfView, 0),
    ];
  } finally {
    await stack.stop();
  }
};
