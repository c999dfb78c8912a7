import { join } from 'node:path';
import { rendererIn } from '../../../functions/src/pages/screens.service.ts';
import { buildWeb } from '../../../scripts/build.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'functions', 'lib', 'renderer');

/** Builds the site for production. @returns its renderer, for instances of the API */
export async function buildRenderer() {
  await buildWeb('production');
  return rendererIn(folder);
}
