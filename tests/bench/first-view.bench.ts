import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { startStack } from '../../local/stack/start-stack.ts';
import {
  isPicture,
  LISTS,
  makePictures,
  openFirstView,
  WINDOWS,
  type FirstView,
} from '../e2e/first-view-steps.ts';
import { numberedJokes } from '../e2e/site.ts';
import { atMost, forInformation, mustHold, type Benchmark, type Row } from './measurement.ts';

const root = join(import.meta.dirname, '..', '..');
const MOST = 7;
/** Facts of one line, of which more fit into a window than of any others. */
const FACTS = 20;

/** A first view of a screen in a window. */
interface Measured extends FirstView {
  path: string;
  window: string;
  pictures: number;
}

async function measure(origin: string): Promise<Measured[]> {
  const measured: Measured[] = [];
  for (const path of LISTS) {
    for (const size of WINDOWS) {
      const view = await openFirstView(origin, path, size);
      const pictures = view.requests.filter(isPicture).length;
      measured.push({ ...view, path, window: `${size.width} × ${size.height}`, pictures });
    }
  }
  return measured;
}

/** The most requests that a screen takes in any window. */
function most(views: readonly Measured[], path: string): Measured | undefined {
  return views
    .filter((view) => view.path === path)
    .toSorted((a, b) => b.requests.length - a.requests.length)[0];
}

function requestRow(what: string, view: Measured | undefined): Row {
  const pictures = view && view.pictures > 0 ? `, pictures among them: ${view.pictures}` : '';
  const where = `${what} (at ${view?.window}${pictures})`;
  return atMost('P14', where, view?.requests.length ?? Infinity, MOST);
}

/**
 * P14: what a newcomer's browser asks for until the first view is there and nothing is on its way
 * any more. Counted on the network: the page, scripts that come late, the tab's icon, the web
 * manifest and the pictures in view; not what the service worker gets itself.
 */
export const benchFirstView: Benchmark = async () => {
  execFileSync(process.execPath, [join(root, 'scripts', 'build.ts'), '--mode', 'production'], {
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const stack = await startStack({ auth: false, seed: numberedJokes(FACTS) });
  try {
    const bare = await measure(stack.origin);
    await makePictures(stack.origin, FACTS);
    const pictured = await measure(stack.origin);
    const all = [...bare, ...pictured];
    const shift = Math.max(...all.map((view) => view.shift));
    const outOfView = all.reduce((sum, view) => sum + view.picturesOutOfView.length, 0);
    const ofWorker = Math.max(...bare.map((view) => view.ofWorker.length));
    return [
      ...LISTS.map((path) =>
        requestRow(`requests of a first view of ${path}, most of three windows`, most(bare, path)),
      ),
      ...LISTS.map((path) =>
        requestRow(`… of ${path} where every fact has a picture`, most(pictured, path)),
      ),
      mustHold('P14', '… layout shift, most', shift.toFixed(2), '0.00', shift < 0.005),
      atMost('P14', '… pictures asked for of which nothing is in view', outOfView, 0),
      forInformation(
        'P14',
        '… requests of the service worker itself, afterwards, most',
        String(ofWorker),
      ),
    ];
  } finally {
    await stack.stop();
  }
};
