import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  FACT_SCREENS,
  generateImages,
  isImagePath,
  LAPTOP,
  openFirstView,
  PHONE,
  WINDOWS,
} from '../support/e2e/first-view-steps.ts';
import { openFreshBrowser, type FreshBrowser } from '../support/e2e/fresh-browser.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

/** The number of facts on a page of the Top 100. */
const FACTS = 10;

const site = useSite(numberedJokes(FACTS));

let freshBrowser: FreshBrowser;
beforeAll(async () => {
  freshBrowser = await openFreshBrowser();
});
afterAll(() => freshBrowser[Symbol.asyncDispose]());

test.each(FACT_SCREENS)(
  'the first view of %s makes at most 7 requests on a phone and a laptop, all same-origin, without layout shift',
  async (path) => {
    // P14's benchmark also uses a tablet's window.
    for (const window of [PHONE, LAPTOP]) {
      const view = await openFirstView(freshBrowser, site.origin, path, window);
      expect(view.requests.length, view.requests.join('\n')).toBeLessThanOrEqual(7);
      expect(view.otherOrigins).toEqual([]);
      expect(view.shift.toFixed(2), `${window.width} px`).toBe('0.00');
      expect(new Set(view.requests).size).toBe(view.requests.length);
      // Otherwise the count ended before all requests were made.
      expect(view.byWorker).toEqual(
        expect.arrayContaining(['/manifest.webmanifest', '/icons/icon-192.png']),
      );
    }
  },
);

describe('if every fact has an image', () => {
  beforeAll(() => generateImages(site.origin, FACTS));

  test.each(['/top-100', '/random'])(
    '%s requests only images in view, makes at most 8 requests, and has no layout shift',
    async (path) => {
      for (const window of WINDOWS) {
        const view = await openFirstView(freshBrowser, site.origin, path, window);
        // On the phone, the first image of the Top 100 is below the first screen.
        const images = path === '/top-100' && window === PHONE ? 0 : 1;
        expect(view.requests.filter(isImagePath).length).toBeGreaterThanOrEqual(images);
        expect(view.imagesOutOfView).toEqual([]);
        expect(view.requests.length, view.requests.join('\n')).toBeLessThanOrEqual(8);
        expect(view.shift.toFixed(2), `${window.width} px`).toBe('0.00');
      }
    },
  );
});
