import { jokeList, joke, type Joke } from '../../functions/src/contract/index.ts';
import type { Page } from 'playwright-core';

export const TOP = '**/api/v1/jokes/top?*';
export const NEWEST = '**/api/v1/jokes/newest?*';
export const RANDOM = '**/api/v1/jokes/random';

const FILES = '**/api/v1/images/files/**';
const DRAWING = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="640">
  <rect width="640" height="640" fill="#59281d"/><circle cx="400" cy="220" r="120" fill="#e7b75c"/>
</svg>`;

/** The address of the picture that {@link illustrate} gives a joke. */
export function pictureOf(jokeId: number): string {
  return `/api/v1/images/files/${String(jokeId).padStart(32, '0')}-640.webp`;
}

/** Gives every joke that the page loads a picture of its own. */
export async function illustrate(page: Page): Promise<void> {
  const pictured = (each: Joke): Joke => ({ ...each, image_url: pictureOf(each.joke_id) });
  await page.route(TOP, async (route) => {
    const list = jokeList.parse(await (await route.fetch()).json());
    await route.fulfill({ json: { ...list, jokes: list.jokes.map(pictured) } });
  });
  await page.route(RANDOM, async (route) => {
    const drawn = joke.parse(await (await route.fetch()).json());
    await route.fulfill({ json: pictured(drawn) });
  });
}

/** Answers every request for a picture with a drawing; returns the paths, with queries, so far. */
export async function servePictures(page: Page): Promise<string[]> {
  const requested: string[] = [];
  await page.route(FILES, (route) => {
    const { pathname, search } = new URL(route.request().url());
    requested.push(pathname + search);
    return route.fulfill({ contentType: 'image/svg+xml', body: DRAWING });
  });
  return requested;
}

/** Answers every request for a picture with 404. */
export async function breakPictures(page: Page): Promise<void> {
  await page.route(FILES, (route) => route.fulfill({ status: 404, json: { detail: 'No.' } }));
}

/** Whether a joke's picture is on the page and drawn. */
export function isDrawn(page: Page, jokeId: number): Promise<boolean> {
  const image = `document.querySelector('img[alt="Illustration of fact no. ${jokeId}"]')`;
  return page.evaluate<boolean>(`${image}?.naturalWidth > 0`);
}
