import { HIGHEST_JOKE_ID, statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogDraft, CatalogService } from '../../catalog/catalog.service.ts';
import type { Transaction } from '../../database/database.ts';
import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import type { JokeData } from '../../features/jokes/jokes.data.ts';
import type { Actor, AuditData } from '../../features/audit/audit.data.ts';
import type { FactOnLine } from './import-plan.ts';
import { changesTo, newJoke } from './new-joke.ts';

/** Who changes facts in the audit. */
const ACTOR: Actor = { provider: 'operator', username: 'npm run import' };

interface Parts {
  jokes: JokeData;
  catalog: Pick<CatalogService, 'change'>;
  audit: AuditData;
  clock: () => number;
}

export interface WriteOptions {
  /** Whether facts that the site has with other content are changed. */
  update: boolean;
  /** facts without a number get numbers from here on */
  firstFreeId: number;
}

interface Written {
  added: JokeDocument[];
  changed: { before: JokeDocument; changes: Partial<JokeDocument> }[];
}

/**
 * Writes facts with their catalog in one transaction: all of them or none, and the catalog is right at
 * every moment.
 * @returns how many were added and changed; facts that the site has as they are count for neither
 * @throws Error when the site got a fact with one of their numbers since the file was checked
 */
export type WriteFacts = (
  facts: readonly FactOnLine[],
  options: WriteOptions,
) => Promise<{ added: number; changed: number }>;

export function createFactWriter({ jokes, catalog, audit, clock }: Parts): WriteFacts {
  /** The facts of the batch that the site has already, each with what it has. */
  async function readKnown(
    transaction: Transaction,
    draft: CatalogDraft,
    facts: readonly FactOnLine[],
  ) {
    const known = facts.flatMap(({ line, fact }) => {
      const id = fact.joke_id;
      return id !== undefined && statusOf(draft.root, id) ? [{ line, fact, id }] : [];
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
    facts: readonly FactOnLine[],
    { update, firstFreeId }: WriteOptions,
    now: Date,
  ): Promise<Written> {
    const known = await readKnown(transaction, draft, facts);
    const changed = known.flatMap(({ line, fact, id, joke: before }) => {
      const changes = before ? changesTo(before, fact, now) : undefined;
      if (!before || !changes || (!update && Object.keys(changes).length > 0)) {
        throw new Error(`Line ${line}: fact ${id} has changed on the site meanwhile.`);
      }
      return Object.keys(changes).length > 0 ? [{ before, changes }] : [];
    });
    const knownLines = new Set(known.map(({ line }) => line));
    let next = Math.max(draft.nextJokeId, firstFreeId);
    const added = facts
      .filter(({ line }) => !knownLines.has(line))
      .map(({ fact }) => newJoke(fact, fact.joke_id ?? next++, now, draft.root.prior));
    if (next > HIGHEST_JOKE_ID + 1)
      throw new Error(`There is no number beyond ${HIGHEST_JOKE_ID}.`);
    return { added, changed };
  }

  /** Whether an attempt whose commit answered with an error has happened all the same. */
  async function hasHappened(
    transaction: Transaction,
    { added, changed }: Written,
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

  function write(transaction: Transaction, draft: CatalogDraft, { added, changed }: Written): void {
    for (const joke of added) jokes.create(transaction, joke);
    for (const { before, changes } of changed) {
      const { joke_id } = before;
      const told = (joke: JokeDocument) => ({ status: joke.status, joke_text: joke.joke_text });
      jokes.update(transaction, joke_id, changes);
      audit.record(transaction, {
        actor: ACTOR,
        action: 'edit',
        joke_id,
        before: told(before),
        after: told({ ...before, ...changes }),
      });
    }
    const after = changed.map(({ before, changes }) => ({ ...before, ...changes }));
    if (added.length + after.length > 0) draft.putAll([...added, ...after]);
  }

  return async (facts, options) => {
    const now = new Date(clock());
    let attempted: Written | undefined;
    const { added, changed } = await catalog.change(async (transaction, draft) => {
      if (attempted && (await hasHappened(transaction, attempted))) return attempted;
      const composed = await compose(transaction, draft, facts, options, now);
      attempted = {
        added: composed.added,
        changed: composed.changed.map(({ before, changes }) => ({
          before,
          changes: { ...changes, updated_at: now },
        })),
      };
      write(transaction, draft, attempted);
      return attempted;
    });
    return { added: added.length, changed: changed.length };
  };
}
