import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startTestStack } from '../support/local/test-stack.ts';
import {
  FACT_SCREENS,
  generateImages,
  LAPTOP,
  openFirstView,
  type FirstView,
} from '../support/e2e/first-view-steps.ts';
import { openFreshBrowser } from '../support/e2e/fresh-browser.ts';
import { PHONE } from '../support/e2e/page-state.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { allAtMost, atMost, mustHold, type Benchmark } from '../support/bench/measurement.ts';

const root = join(import.meta.dirname, '..', '..');
const SCREENS = [...FACT_SCREENS, '/fact/5', '/daily', '/submit'];
const WINDOWS = [PHONE.viewport, LAPTOP];
const MAX_REQUESTS = 7;
const MAX_IMAGES = 5;
/** One-line facts: more of them fit into a window than of longer ones. */
const FACTS = 20;

/** The first view of each screen in each window. */
async function measure(origin: string): Promise<(FirstView & { path: string })[]> {
  await using freshBrowser = await openFreshBrowser();
  const measured = [];
  for (const path of SCREENS) {
    for (const size of WINDOWS) {
      measured.push({ path, ...(await openFirstView(freshBrowser, origin, path, size)) });
    }
  }
  return measured;
}

/**
 * P14: the requests of a new visitor's browser until the first view is complete and the network is idle, besides the
 * images in view. They include the page, late scripts, the tab's icon, the web manifest, the service worker and
 * images out of view, but not the service worker's own requests.
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
    const shift = Math.max(...[...bare, ...pictured].map((view) => view.shift));
    const most = (views: typeof bare, of: string, what: 'requests' | 'images') =>
      Math.max(...views.filter(({ path }) => path === of).map((view) => view[what].length));
    const outOfView = pictured.flatMap(({ requests }) =>
      requests.filter((url) => url.startsWith('/api/v1/images/files/')),
    );
    const again = pictured.map(({ images }) => images.length - new Set(images).size);
    return [
      ...SCREENS.flatMap((path) =>
        allAtMost('P14', [
          [
            `requests of a first view of ${path}, maximum of two windows`,
            most(bare, path, 'requests'),
            MAX_REQUESTS,
          ],
          [
            '… besides the images in view, if every fact has one',
            most(pictured, path, 'requests'),
            MAX_REQUESTS,
          ],
          ['… images in view', most(pictured, path, 'images'), MAX_IMAGES],
        ]),
      ),
      atMost('P14', '… images requested more than once', Math.max(...again), 0),
      atMost('P14', '… requested images that are out of view', outOfView.length, 0),
      mustHold('P14', '… maximum layout shift', shift.toFixed(2), '0.00', shift < 0.005),
    ];
  } finally {
    await stack.stop();
  }
};
