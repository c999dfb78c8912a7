import type { Renderer } from '../../../functions/src/contract/index.ts';
import type { LoadRenderer } from '../../../functions/src/pages/screens.service.ts';

/** Loads the site's renderer from its sources. */
export const loadRenderer: LoadRenderer = async () => {
  const source = new URL('../../../web/src/render.tsx', import.meta.url).href;
  const { renderPage }: Renderer = await import(source);
  return renderPage;
};
