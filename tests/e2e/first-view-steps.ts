import type { Newcomer } from './newcomer.ts';
import { createOwner, makePicture, signIn } from './owner.ts';
import { layoutShift } from './page-state.ts';
import { openWire } from './wire.ts';

/** The screens that show facts, as a visitor may come to them first. */
export const LISTS = ['/', '/top-100', '/newest', '/random'] as const;

export const PHONE = { width: 320, height: 640 };
const TABLET = { width: 768, height: 1024 };
export const LAPTOP = { width: 1280, height: 800 };
export const WINDOWS = [PHONE, TABLET, LAPTOP] as const;

/** What a first view asks for. Paths are without the site's origin; addresses elsewhere are whole. */
export interface FirstView {
  /** what came over the network for the page, in order; not what the service worker asked for itself */
  requests: string[];
  /** what the worker asked for in the background, its own script included */
  ofWorker: string[];
  /** what the page asked for at other origins */
  elsewhere: string[];
  /** pictures that were asked for and of which nothing is in view */
  picturesOutOfView: string[];
  /** how far parts have moved (cumulative layout shift) */
  shift: number;
}

/** The pictures of facts of which something is in view. */
const IN_VIEW = `Array.from(document.querySelectorAll('main img'))
  .filter((image) => {
    const { top, bottom } = image.getBoundingClientRect();
    return top < innerHeight && bottom > 0;
  })
  .map((image) => image.currentSrc && new URL(image.currentSrc).pathname)`;

/** Settles once the list's typefaces are there and the page has told the browser of its web manifest, its last act. */
const SETTLED = `(async () => {
  await document.fonts.ready;
  const isLinked = () => document.querySelector('link[rel=manifest]') !== null;
  if (isLinked()) return;
  await new Promise((resolve) => {
    const observer = new MutationObserver(() => isLinked() && resolve());
    observer.observe(document.head, { childList: true });
  });
})()`;

/**
 * Opens a screen at an address of its own, of which the browser has nothing yet, and counts what comes
 * over the network: until facts are drawn, the worker answers the page, the browser has had time to
 * ask for what an installation needs, and nothing has been on its way for half a second.
 */
export async function openFirstView(
  newcomer: Newcomer,
  siteOrigin: string,
  path: string,
  viewport: { width: number; height: number },
): Promise<FirstView> {
  await using wire = await openWire(siteOrigin);
  await using page = await newcomer.page.context().newPage();
  await page.setViewportSize(viewport);
  const elsewhere: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol !== 'data:' && url.origin !== wire.origin) elsewhere.push(url.href);
  });
  await page.goto(wire.origin + path);
  await page.getByRole('article').first().waitFor();
  await page.evaluate(SETTLED);
  await wire.quiet();
  const inView = await page.evaluate<string[]>(IN_VIEW);
  const requests = wire.requests.filter(({ ofWorker }) => !ofWorker).map(({ path }) => path);
  return {
    requests,
    ofWorker: wire.requests.filter(({ ofWorker }) => ofWorker).map(({ path }) => path),
    elsewhere,
    picturesOutOfView: requests.filter((path) => isPicture(path) && !inView.includes(path)),
    shift: await layoutShift(page),
  };
}

/** Whether a path is that of a fact's picture. */
export function isPicture(path: string): boolean {
  return path.startsWith('/api/v1/images/files/');
}

/** Has the site make a picture of each of its facts, 1 to `count`. */
export async function makePictures(origin: string, count: number): Promise<void> {
  await createOwner(origin);
  const bearer = await signIn(origin);
  for (let id = 1; id <= count; id += 1) await makePicture(origin, id, bearer);
}
