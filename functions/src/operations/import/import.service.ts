import { isDeepStrictEqual } from 'node:util';
import type { Catalog } from '../../catalog/catalog.ts';
import { newRoot } from '../../catalog/catalog.data.ts';
import { isCurrent, type CatalogJoke } from '../../catalog/joke-document.ts';
import type { Context } from '../../site.ts';
import { DAY_MS } from '../../domain/index.ts';
import { accessSite, type Observer, type SiteAccess } from '../site-access.ts';
import { readJokeFile } from './joke-file.ts';
import { newJoke, parseJokeLine, type ImportedJoke } from './joke-line.ts';

/** Jokes written in one transaction: well within its size, and fast enough not to delay the site. */
const JOKES_PER_COMMIT = 250;

export interface ImportOutcome {
  /** in a dry run, what would be added */
  added: number;
  /** jokes that already existed: as the file states them, or, without a number, with the same text */
  unchanged: number;
  /** problems in the file; if there are any, nothing was written */
  problems: number;
}

interface Line {
  line: number;
  /** undefined until the joke has a number */
  id: number | undefined;
  joke: ImportedJoke;
}
type NumberedLine = Line & { id: number };

type ReportProblem = (line: number, problem: string) => unknown;

async function parseFile(path: string, now: Date, observer: Observer, report: ReportProblem) {
  const lines: Line[] = [];
  let isEmpty = true;
  for await (const source of readJokeFile(path)) {
    observer.signal?.throwIfAborted();
    const { line } = source;
    const parsed =
      'problem' in source ? { problems: [source.problem] } : parseJokeLine(source.fields, now);
    if ('joke' in parsed) lines.push({ line, id: parsed.id, joke: parsed.joke });
    else for (const problem of parsed.problems) report(line, problem);
    observer.onProgress(`Reading line ${line.toLocaleString('en')}`);
    isEmpty = false;
  }
  if (isEmpty) report(1, 'The file has no facts.');
  return lines;
}

/** Reports lines with the same number, and those with the same text unless both have a number. */
function compareWithEachOther(lines: readonly Line[], report: ReportProblem): void {
  const numbers = new Map<number, number>();
  const texts = new Map<string, Line>();
  for (const each of lines) {
    const { line, id, joke } = each;
    const sameId = id === undefined ? undefined : numbers.get(id);
    if (sameId !== undefined) report(line, `joke_id: line ${sameId} also has ${id}`);
    else if (id !== undefined) numbers.set(id, line);
    const same = texts.get(joke.stored.joke_text);
    if (!same) texts.set(joke.stored.joke_text, each);
    else if (id === undefined || same.id === undefined) {
      report(line, `joke_text: line ${same.line} has the same text; duplicates need a joke_id`);
    }
  }
}

/** Whether a line states the value of a joke; of a moment, the day is enough. */
function states(value: unknown, stored: unknown): boolean {
  if (value instanceof Date && stored instanceof Date) {
    const time = stored.getTime();
    return [time, time - (time % DAY_MS)].includes(value.getTime());
  }
  return isDeepStrictEqual(value, stored);
}

/** The names of the fields that a line states with another value than a joke has. */
function differences(joke: CatalogJoke, { stored }: ImportedJoke): string[] {
  const fields: Record<string, unknown> = joke;
  return Object.entries(stored).flatMap(([name, value]) =>
    states(value, fields[name]) ? [] : name,
  );
}

/**
 * Reports jokes whose content differs on the site.
 * @returns the lines that have to be written
 */
function compareWithSite(catalog: Catalog, lines: readonly Line[], report: ReportProblem): Line[] {
  const texts = new Set(Array.from(catalog.all(), ({ joke_text }) => joke_text));
  return lines.filter(({ line, id, joke }) => {
    if (id === undefined) return !texts.has(joke.stored.joke_text);
    const existing = catalog.find(id);
    const changes = existing ? differences(existing, joke) : [];
    if (!existing && catalog.isTaken(id)) {
      report(line, `joke_id: joke ${id} was deleted, or can’t be read`);
    }
    if (changes.length > 0) {
      report(line, `joke_id: joke ${id} has a different ${changes.join(', ')} on the site`);
    }
    return !existing;
  });
}

/** Gives every joke a number, and reserves them, so that visitors' submissions get others. */
async function numberLines(
  { catalog: catalogs, catalogData, transact }: SiteAccess,
  lines: readonly Line[],
): Promise<NumberedLine[]> {
  const highest = lines.reduce((most, { id = 0 }) => Math.max(most, id), 0);
  const count = lines.filter(({ id }) => id === undefined).length;
  const used = Math.max(highest, (await catalogs.current()).highestId());
  let next = await transact(
    async (transaction) => {
      const root = (await catalogData.readRoot(transaction)) ?? newRoot();
      const first = Math.max(root.next_joke_id, used + 1);
      catalogData.writeRoot(transaction, { ...root, next_joke_id: first + count });
      return first;
    },
    { repeatable: true },
  );
  return lines.map((line) => ({ ...line, id: line.id ?? next++ }));
}

/**
 * Imports a file of jokes: checks the whole file against the rules, itself and the site, then writes it in
 * batches. After an interruption, the next run continues; running it again changes nothing.
 * @param dryRun only checks
 * @throws Error if the file name has an unknown extension, there are too many jokes, or the site has changed
 *   since the check
 */
export async function importJokes(
  context: Context,
  path: string,
  observer: Observer,
  dryRun = false,
): Promise<ImportOutcome> {
  const site = accessSite(context);
  const now = new Date(site.clock());
  const problems: { line: number; problem: string }[] = [];
  const report: ReportProblem = (line, problem) => problems.push({ line, problem });
  const lines = await parseFile(path, now, observer, report);
  compareWithEachOther(lines, report);
  const wanted = compareWithSite(await site.catalog.fresh(), lines, report);
  for (const { line, problem } of problems.toSorted((a, b) => a.line - b.line))
    observer.onProblem(`line ${line}: ${problem}`);
  const unchanged = lines.length - wanted.length;
  if (problems.length > 0) return { added: 0, unchanged, problems: problems.length };
  const outcome = { added: wanted.length, unchanged, problems: 0 };
  if (dryRun || wanted.length === 0) return outcome;

  const numbered = await numberLines(site, wanted);
  for (let start = 0; start < numbered.length; start += JOKES_PER_COMMIT) {
    observer.signal?.throwIfAborted();
    const part = numbered.slice(start, start + JOKES_PER_COMMIT);
    await site.transact(
      async (transaction) => {
        const stored = await site.jokes.readMany(
          transaction,
          part.map(({ id }) => id),
        );
        for (const [index, { line, id, joke }] of part.entries()) {
          const existing = stored[index];
          if (existing === undefined) site.jokes.create(transaction, newJoke(joke, id, now));
          else if (!existing || !isCurrent(existing) || differences(existing, joke).length > 0) {
            throw new Error(`Line ${line}: joke ${id} has changed on the site since the check.`);
          }
        }
      },
      { repeatable: true },
    );
    const done = (start + part.length).toLocaleString('en');
    observer.onProgress(`Importing ${done} of ${wanted.length.toLocaleString('en')} facts`);
  }
  await site.catalog.save(true);
  return outcome;
}
