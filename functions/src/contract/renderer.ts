import type { Joke, JokeList, JokeSearch, JokeWithNeighbors } from './entities.ts';

/** Loads what a page shows. Each function rejects as the API call of the same data does. */
export interface PageData {
  /** a page of the active jokes */
  page: (page: number) => Promise<JokeList>;
  top: () => Promise<JokeList>;
  newest: () => Promise<JokeList>;
  /** a page of what a normalized query finds */
  search: (query: string, page: number) => Promise<JokeSearch>;
  /** rejects with `not_found` if no joke is approved */
  random: () => Promise<Joke>;
  /** rejects with `not_found` if no approved joke has this id */
  joke: (id: number) => Promise<JokeWithNeighbors>;
}

export interface PageRequest {
  /** path and query, such as `/?page=2` */
  url: string;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
  data: PageData;
}

export interface RenderedPage {
  /** the whole document; empty for a redirect */
  html: string;
  /** False if the page says that there is no such page. */
  found: boolean;
  /** What the data rejected with, if it did; the page then shows an error message. */
  failure?: unknown;
  /** path and query of the page to go to instead */
  redirect?: string;
}

/** Renders a page of the site. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

/**
 * The renderer: the build of `web` for the function, which loads it from a file.
 * @param template the site's HTML, built from web/index.html
 */
export type CreateRenderer = (template: string) => RenderPage;
