import { HIGHEST_JOKE_ID, statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogDraft, CatalogService } from '../../catalog/catalog.service.ts';
import type { Transaction } from '../../database/database.ts';
import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import type { JokeData, NewJoke } from '../../features/jokes/jokes.data.ts';
import type { Actor, AuditData } from '../../features/audit/audit.data.ts';
import type { JokeOnLine } from './import-plan.ts';
import { changesTo, newJoke } from './new-joke.ts';

/** The actor in the audit log. */
const ACTOR: Actor = { provider: 'operator', username: 'npm run import' };

interface Parts {
  jokes: JokeData;
  catalog: Pick<CatalogService, 'change'>;
  audit: AuditData;
  clock: () => number;
}

export interface WriteOptions {
  /** whether to change existing jokes with different content */
  update: boolean;
  /** jokes without a number get numbers from here on */
  firstFreeId: number;
}

/** Jokes to be added and changed, or that have been. */
interface Changes<Joke extends NewJoke = NewJoke> {
  added: Joke[];
  changed: { before: JokeDocument; changes: Partial<Joke> }[];
}

/**
 * Writes jokes and their catalog entries in one transaction: all or none.
 * @returns how many were added and changed; unchanged jokes are not counted
 * @throws Error if one of their numbers was used or changed on the site since the file was checked
 */
export type WriteJokes = (
  lines: readonly JokeOnLine[],
  options: WriteOptions,
) => Promise<{ added: number; changed: number }>;

export function createJokeWriter({ jokes, catalog, audit, clock }: Parts): WriteJokes {
  /** The jokes of the batch that already exist, each with its stored document. */
  async function readKnown(
    transaction: Transaction,
    draft: CatalogDraft,
    lines: readonly JokeOnLine[],
  ) {
    const known = lines.flatMap(({ line, imported }) => {
      const id = imported.joke_id;
      return id !== undefined && statusOf(draft.root, id) ? [{ line, imported, id }] : [];
    });
    const stored = await jokes.readAll(
      transaction,
      known.map(({ id }) => id),
    );
    return known.map((one, index) => ({ ...one, joke: stored[index] }));
  }

  async function compose(
    transaction: Transaction,
    draft: CatalogDraft,
    lines: readonly JokeOnLine[],
    { update, firstFreeId }: WriteOptions,
    now: Date,
  ): Promise<Changes> {
    const known = await readKnown(transaction, draft, lines);
    const changed = known.flatMap(({ line, imported, id, joke: before }) => {
      const changes = before ? changesTo(before, imported, now) : undefined;
      if (!before || !changes || (!update && Object.keys(changes).length > 0)) {
        throw new Error(`Line ${line}: joke ${id} has changed on the site since the check.`);
      }
      return Object.keys(changes).length > 0 ? [{ before, changes }] : [];
    });
    const knownLines = new Set(known.map(({ line }) => line));
    let next = Math.max(draft.nextJokeId, firstFreeId);
    const added = lines
      .filter(({ line }) => !knownLines.has(line))
      .map(({ imported }) => newJoke(imported, imported.joke_id ?? next++, now, draft.root.prior));
    if (next > HIGHEST_JOKE_ID + 1)
      throw new Error(`The highest possible joke_id is ${HIGHEST_JOKE_ID}.`);
    return { added, changed };
  }

  /** Whether an attempt was committed although its commit returned an error. */
  async function hasHappened(
    transaction: Transaction,
    { added, changed }: Changes<JokeDocument>,
  ): Promise<boolean> {
    const [first] = [...added, ...changed.map(({ before }) => before)];
    const joke = first && (await jokes.read(transaction, first.joke_id));
    if (!joke) return false;
    const wanted = added[0] ?? { ...first, ...changed[0]?.changes };
    return (
      joke.joke_text === wanted.joke_text &&
      joke.updated_at.getTime() === wanted.updated_at.getTime()
    );
  }

  function write(
    transaction: Transaction,
    draft: CatalogDraft,
    { added, changed }: Changes,
  ): Changes<JokeDocument> {
    const written = {
      added: added.map((joke) => jokes.create(transaction, joke)),
      changed: changed.map(({ before, changes }) => ({
        before,
        changes: jokes.update(transaction, before.joke_id, changes),
      })),
    };
    const audited = (joke: JokeDocument) => ({ status: joke.status, joke_text: joke.joke_text });
    const after = changed.map(({ before, changes }) => ({ ...before, ...changes }));
    for (const [index, { before }] of changed.entries()) {
      audit.record(transaction, {
        actor: ACTOR,
        action: 'edit',
        joke_id: before.joke_id,
        before: audited(before),
        after: audited(after[index] ?? before),
      });
    }
    if (added.length + after.length > 0) draft.put([...added, ...after]);
    return written;
  }

  return async (lines, options) => {
    const now = new Date(clock());
    let attempted: Changes<JokeDocument> | undefined;
    const { added, changed } = await catalog.change(async (transaction, draft) => {
      if (attempted && (await hasHappened(transaction, attempted))) return attempted;
      attempted = write(transaction, draft, await compose(transaction, draft, lines, options, now));
      return attempted;
    });
    return { added: added.length, changed: changed.length };
  };
}
