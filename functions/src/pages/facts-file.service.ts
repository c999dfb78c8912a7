import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGzip } from 'node:zlib';
import { byContent } from '../catalog/catalog.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import type { CatalogJoke } from '../catalog/joke-document.ts';
import { dateOf } from '../domain/index.ts';

const JOKES_PER_PART = 200;

/** Jokes as lines of JSON, in parts. */
function* linesOf(jokes: readonly CatalogJoke[]) {
  for (let from = 0; from < jokes.length; from += JOKES_PER_PART) {
    const lines = jokes.slice(from, from + JOKES_PER_PART).map((joke) => {
      const { joke_id, joke_text, tags, safe } = joke;
      const created_at = dateOf(joke.created_at);
      return `${JSON.stringify({ joke_id, joke_text, created_at, tags, safe })}\n`;
    });
    yield lines.join('');
  }
}

/**
 * All approved jokes as compressed JSON Lines, by number, in the form that `npm run import` takes: number, text, the day
 * (UTC) of its submission, tags, and whether it is safe. It is made when it is requested, and again after content changes.
 */
export function createFactsFile({ catalog: catalogs }: { catalog: CatalogService }) {
  const fileOf = byContent((catalog) => {
    const { jokes } = catalog.list(['approved'], 'date_asc');
    jokes.sort((a, b) => a.joke_id - b.joke_id);
    return buffer(Readable.from(linesOf(jokes)).pipe(createGzip()));
  });
  /** The file, in a buffer that all callers share. */
  return async (): Promise<Buffer> => fileOf(await catalogs.current());
}
