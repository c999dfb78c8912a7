import type { EndpointOutput } from './endpoints.ts';

/** The endpoints whose responses pages carry. */
export type PageEndpoint =
  | 'listJokes'
  | 'listTopJokes'
  | 'listDailyJokes'
  | 'listNewestJokes'
  | 'searchJokes'
  | 'getRandomJoke'
  | 'getJoke'
  | 'getRelatedJokes';

/** What such a call sends: the endpoint's `params` and `query`. */
export interface PageInput {
  params?: object;
  query?: object;
}

/** Reads the response of an endpoint to a visitor. Rejects as the API's call does. */
export type ReadForPage = (
  name: PageEndpoint,
  input: PageInput,
) => Promise<EndpointOutput<PageEndpoint>>;

interface PageRequest {
  /** path and query, such as `/?page=2` */
  url: string;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
  read: ReadForPage;
  /** paths of the scripts that the screen needs besides the application */
  preloads?: readonly string[];
}

export interface RenderedPage {
  /** the whole document; empty for a redirect */
  html: string;
  /** False if the page says that there is no such page. */
  found: boolean;
  /** What reading rejected with, if it did; the page then shows an error message. */
  failure?: unknown;
  /** path and query of the page to go to instead */
  redirect?: string;
}

/** Renders a page of the site. */
export type RenderPage = (request: PageRequest) => Promise<RenderedPage>;

/** The renderer: the build of `web` for the function, which loads it from a file. */
export interface Renderer {
  renderPage: RenderPage;
  /**
   * Renders the page of the login and admin screens, which the browser fills.
   * @param preloads paths of the scripts that its screens need
   */
  renderShell: (preloads: readonly string[]) => Promise<string>;
}
