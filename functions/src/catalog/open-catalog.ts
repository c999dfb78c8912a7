import type { DataSource } from '../platform/stored-document.data.ts';
import { createCatalogData } from './catalog.data.ts';
import { createCatalogService, type CatalogDependencies } from './catalog.service.ts';
import { createJokeData } from './jokes.data.ts';

/** The catalog of a database, with what it is read from: it follows each joke that is written through `jokeData`. */
export function openCatalog(
  source: DataSource,
  dependencies: Omit<CatalogDependencies, 'data' | 'jokes'>,
) {
  const catalogData = createCatalogData(source);
  const jokeData = createJokeData(source);
  const catalog = createCatalogService({ ...dependencies, data: catalogData, jokes: jokeData });
  jokeData.onWrite(catalog.apply);
  return { catalogData, jokeData, catalog };
}
