import type { CheckImport, CheckObserver } from './check-import.service.ts';
import { parseJokeLine } from './joke-line.ts';
import type { SourceLine } from './joke-file.ts';
import type { JokeOnLine } from './import-plan.ts';
import type { WriteJokes } from './write-jokes.service.ts';

/** Jokes written in one transaction: well within its size, and fast enough not to delay the site. */
const JOKES_PER_COMMIT = 250;

export interface ImportObserver extends CheckObserver {
  /** called with the number of jokes that are on the site, of all jokes in the file */
  onWritten: (done: number, jokes: number) => void;
}

export interface ImportOutcome {
  added: number;
  changed: number;
  /** jokes that already existed */
  unchanged: number;
  /** problems in the file; if there are any, nothing was written */
  problems: number;
}

/**
 * Imports a file of jokes: checks the whole file, then writes it in batches. After an interruption, the
 * next run continues; running it again changes nothing.
 * @param read opens the file; called twice
 */
export type ImportJokes = (
  read: () => AsyncIterable<SourceLine>,
  update: boolean,
  observer: ImportObserver,
) => Promise<ImportOutcome>;

export function createJokeImport(parts: {
  check: CheckImport;
  write: WriteJokes;
  clock: () => number;
}): ImportJokes {
  const { check, write, clock } = parts;
  return async (read, update, observer) => {
    const plan = await check(read(), update, observer);
    const { jokes, problems, unchanged, firstFreeId } = plan;
    const outcome = { added: 0, changed: 0, unchanged, problems };
    if (problems > 0) return outcome;

    const now = new Date(clock());
    let batch: JokeOnLine[] = [];
    async function commit(): Promise<void> {
      if (batch.length === 0) return;
      observer.signal?.throwIfAborted();
      const { added, changed } = await write(batch, { update, firstFreeId });
      batch = [];
      outcome.added += added;
      outcome.changed += changed;
      observer.onWritten(unchanged + outcome.added + outcome.changed, jokes);
    }
    for await (const source of read()) {
      const parsed = 'problem' in source ? source : parseJokeLine(source.fields, now);
      if (!('joke' in parsed))
        throw new Error(`Line ${source.line}: the file has changed since it was checked.`);
      if (plan.isUnchanged(parsed.joke)) continue;
      batch.push({ line: source.line, imported: parsed.joke });
      if (batch.length === JOKES_PER_COMMIT) await commit();
    }
    await commit();
    return outcome;
  };
}
