import type { EndpointOutput } from './endpoint-types.ts';
import type { factScreens } from './routes.ts';

/** The endpoints whose responses screens show. */
export type ScreenEndpoint = (typeof factScreens)[keyof typeof factScreens]['endpoint'];

/**
 * Reads the response of an endpoint to a visitor. Rejects as the API's call does.
 * @param url one of the `jokeUrls`
 */
export type ReadForPage = <Name extends ScreenEndpoint>(
  name: Name,
  url: string,
) => Promise<EndpointOutput<Name>>;

export interface PageRequest {
  /** path and query, such as `/?page=2` */
  url: string;
  /** the site's origin, such as `https://facts.example` */
  origin: string;
  read: ReadForPage;
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

/**
 * The renderer: the build of `web` for the function, which loads it from a file.
 * @param template the site's HTML, built from web/index.html
 */
export type CreateRenderer = (template: string) => RenderPage;
