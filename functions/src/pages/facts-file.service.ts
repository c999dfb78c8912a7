import { newName } from '../catalog/catalog.data.ts';
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

export type FactsFile = ReturnType<typeof createFactsFile>;

/**
 * All approved jokes as JSON Lines, by number, in the form that `npm run import` takes: number, text, the day (UTC) of
 * its submission, tags, and whether it is safe. Nothing is stored: it is written while it is sent.
 */
export function createFactsFile({ catalog: catalogs }: { catalog: CatalogService }) {
  // Another instance's versions are those of other contents.
  const instance = newName();
  return async () => {
    const catalog = await catalogs.current();
    const { jokes } = catalog.list(['approved'], 'date_asc');
    jokes.sort((a, b) => a.joke_id - b.joke_id);
    return { version: `${instance}v${catalog.contentVersion()}`, parts: () => linesOf(jokes) };
  };
}
