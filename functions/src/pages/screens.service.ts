import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Config } from '../config.ts';
import {
  ApiError,
  type ReadForPage,
  type RenderedPage,
  type Renderer,
  type RenderPage,
} from '../contract/index.ts';
import { onFirstUse } from '../platform/once.ts';
import type { Caller } from '../platform/identity.ts';

/** Loads the renderer from the build of `web`. */
export type LoadRenderer = () => Promise<RenderPage>;

/** @param folder what `npm run build` has written: the renderer */
export function rendererIn(folder: string): LoadRenderer {
  return async () => {
    const file = join(folder, 'render.js');
    try {
      const { renderPage }: Renderer = await import(pathToFileURL(file).href);
      return renderPage;
    } catch (error) {
      throw new ApiError('unavailable', 'This page is not available.', {
        retryAfter: 60,
        cause: new Error(`Couldn’t load ${file}. Has the site been built?`, { cause: error }),
      });
    }
  };
}

export type ScreenService = ReturnType<typeof createScreens>;

/**
 * Renders screens for visitors. The renderer is loaded when the first one is requested, and again after a failure.
 * @param read how a page reads what it shows
 */
export function createScreens(
  { loadRenderer, config }: { loadRenderer: LoadRenderer; config: Config },
  read: (caller: Caller) => ReadForPage,
) {
  const renderer = onFirstUse(loadRenderer);
  const { siteOrigin: origin } = config;
  /**
   * @param url path and query
   * @throws ApiError unavailable when the site has not been built
   */
  return async (url: string, caller: Caller): Promise<RenderedPage> => {
    const renderPage = await renderer();
    return renderPage({ url, origin, read: read(caller) });
  };
}
