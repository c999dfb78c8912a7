import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { byContent } from '../catalog/catalog.ts';
import { READ, type Follower } from '../catalog/follower.ts';
import { dateOf } from '../domain/index.ts';

const compress = promisify(gzip);

export type FactsFile = ReturnType<typeof createFactsFile>;

/**
 * All approved jokes as compressed JSON Lines, by number, in the form that `npm run import` takes: number, text, the day
 * (UTC) of its submission, tags, and whether it is safe. It is made when it is requested, and again after content changes.
 */
export function createFactsFile({ follower }: { follower: Follower }) {
  const fileOf = byContent((catalog) => {
    const { jokes } = catalog.list(['approved'], 'date_asc');
    jokes.sort((a, b) => a.joke_id - b.joke_id);
    const lines = jokes.map(({ joke_id, joke_text, created_at, tags, safe }) => {
      const fact = { joke_id, joke_text, created_at: dateOf(created_at), tags, safe };
      return `${JSON.stringify(fact)}\n`;
    });
    return compress(lines.join(''));
  });
  /** The file, in a buffer that all callers share. */
  return async (): Promise<Buffer> => fileOf(await follower.read(READ.visitor));
}
