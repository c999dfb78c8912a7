import type { CreateRenderer } from '../../../functions/src/contract/index.ts';
import type { LoadRenderer } from '../../../functions/src/features/pages/screens.service.ts';

const TEMPLATE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Chuck Norris Facts</title>
  </head>
  <body><div id="root"></div></body>
</html>
`;

/** Loads the site's renderer from its sources, with a template of its own. */
export const loadRenderer: LoadRenderer = async () => {
  const source = new URL('../../../web/src/render.tsx', import.meta.url).href;
  const module: { createRenderer: CreateRenderer } = await import(source);
  return module.createRenderer(TEMPLATE);
};
