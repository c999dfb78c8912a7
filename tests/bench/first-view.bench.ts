import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startStack } from '../../local/stack/start-stack.ts';
import {
  isImagePath,
  FACT_SCREENS,
  generateImages,
  openFirstView,
  WINDOWS,
  type FirstView,
} from '../support/e2e/first-view-steps.ts';
import { openFreshBrowser } from '../support/e2e/fresh-browser.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { atMost, mustHold, type Benchmark, type Row } from '../support/bench/measurement.ts';

const root = join(import.meta.dirname, '..', '..');
const MAX_REQUESTS = 7;
/** One-line facts: more of them fit into a window than of longer ones. */
const FACTS = 20;

/** The first view of a screen in a window. */
interface Measured extends FirstView {
  path: string;
  window: string;
  images: number;
}

async function measure(origin: string): Promise<Measured[]> {
  await using freshBrowser = await openFreshBrowser();
  const measured: Measured[] = [];
  for (const path of FACT_SCREENS) {
    for (const size of WINDOWS) {
      const view = await openFirstView(freshBrowser, origin, path, size);
      const images = view.requests.filter(isImagePath).length;
      measured.push({ ...view, path, window: `${size.width} × ${size.height}`, images });
    }
  }
  return measured;
}

/** The view of a screen with the most requests in any window. */
function largest(views: readonly Measured[], path: string): Measured | undefined {
  return views
    .filter((view) => view.path === path)
    .toSorted((a, b) => b.requests.length - a.requests.length)[0];
}

function requestRow(what: string, view: Measured | undefined): Row {
  const images = view && view.images > 0 ? `, including images: ${view.images}` : '';
  const where = `${what} (at ${view?.window}${images})`;
  return atMost('P14', where, view?.requests.length ?? Infinity, MAX_REQUESTS);
}

/**
 * P14: the requests of a new visitor's browser until the first view is complete and the network is idle.
 * They include the page, late scripts, the tab's icon, the web manifest and the images in view, but not
 * the service worker's own requests.
 */
export const benchFirstView: Benchmark = async () => {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--mode', 'production'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const stack = await startStack({ auth: false, seed: numberedJokes(FACTS) });
  try {
    const bare = await measure(stack.origin);
    await generateImages(stack.origin, FACTS);
    const pictured = await measure(stack.origin);
    const all = [...bare, ...pictured];
    const shift = Math.max(...all.map((view) => view.shift));
    const outOfView = all.reduce((sum, view) => sum + view.imagesOutOfView.length, 0);
    return [
      ...FACT_SCREENS.map((path) =>
        requestRow(
          `requests of a first view of ${path}, maximum of three windows`,
          largest(bare, path),
        ),
      ),
      ...FACT_SCREENS.map((path) =>
        requestRow(`… of ${path} if every fact has an image`, largest(pictured, path)),
      ),
      mustHold('P14', '… maximum layout shift', shift.toFixed(2), '0.00', shift < 0.005),
      atMost('P14', '… requested images that are out of view', outOfView, 0),
    ];
  } finally {
    await stack.stop();
  }
};
