import type { CheckImport, CheckObserver } from './check-import.service.ts';
import { parseFact } from './fact-line.ts';
import type { SourceLine } from './fact-file.ts';
import type { FactOnLine } from './import-plan.ts';
import type { WriteFacts } from './write-facts.service.ts';

/** Facts written in one transaction: well within its size, and quick enough for the site to go on. */
const FACTS_PER_COMMIT = 250;

export interface ImportObserver extends CheckObserver {
  /** told how many facts are on the site */
  onWritten: (done: number, facts: number) => void;
}

export interface ImportOutcome {
  added: number;
  changed: number;
  /** facts that the site had already */
  settled: number;
  /** lines with something wrong; with any of them nothing was written */
  problems: number;
}

/**
 * Imports a file of facts: checks all of it first, then writes it piece by piece. It may be cut off
 * anywhere, and run again it goes on; run once more it changes nothing.
 * @param read reads the file anew
 */
export type ImportFacts = (
  read: () => AsyncIterable<SourceLine>,
  update: boolean,
  observer: ImportObserver,
) => Promise<ImportOutcome>;

export function createFactImport(parts: {
  check: CheckImport;
  write: WriteFacts;
  clock: () => number;
}): ImportFacts {
  const { check, write, clock } = parts;
  return async (read, update, observer) => {
    const plan = await check(read(), update, observer);
    const { facts, problems, settled, firstFreeId } = plan;
    const outcome = { added: 0, changed: 0, settled, problems };
    if (problems > 0) return outcome;

    const now = new Date(clock());
    let batch: FactOnLine[] = [];
    async function commit(): Promise<void> {
      if (batch.length === 0) return;
      observer.signal?.throwIfAborted();
      const { added, changed } = await write(batch, { update, firstFreeId });
      batch = [];
      outcome.added += added;
      outcome.changed += changed;
      observer.onWritten(settled + outcome.added + outcome.changed, facts);
    }
    for await (const source of read()) {
      const parsed = 'problem' in source ? source : parseFact(source.fields, now);
      if (!('fact' in parsed))
        throw new Error(`Line ${source.line}: the file has changed meanwhile.`);
      if (plan.isSettled(parsed.fact)) continue;
      batch.push({ line: source.line, fact: parsed.fact });
      if (batch.length === FACTS_PER_COMMIT) await commit();
    }
    await commit();
    return outcome;
  };
}
