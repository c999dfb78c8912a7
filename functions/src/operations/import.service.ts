import { endlessCall } from '../platform/deadline.ts';
import { READ } from '../catalog/follower.ts';
import type { Catalog } from '../catalog/catalog.ts';
import { isCurrent } from '../catalog/joke.ts';
import type { FoundJoke } from '../catalog/jokes.data.ts';
import { createServices, type Context, type Services } from '../site.ts';
import { readImportFile } from './import-file.ts';
import { newJoke, parseJokeLine, type ImportedJoke } from './import-line.ts';
import type { Observer } from './observer.ts';

/** Jokes written in one transaction: well within its size, and fast enough not to delay the site. */
const JOKES_PER_COMMIT = 250;

export interface ImportOutcome {
  /** in a dry run, what would be added */
  added: number;
  /** jokes that the site already has: with the same number and text, or, without a number, with the same text */
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

type ReportProblem = (line: number, problem: string) => unknown;

const textOf = ({ joke }: Line) => joke.stored.joke_text;

async function parseFile(path: string, now: Date, report: ReportProblem): Promise<Line[]> {
  const sources = await readImportFile(path);
  if (sources.length === 0) report(1, 'The file has no facts.');
  return sources.flatMap((source) => {
    const { line } = source;
    const parsed =
      'problem' in source ? { problems: [source.problem] } : parseJokeLine(source.fields, now);
    if ('joke' in parsed) return { line, ...parsed };
    for (const problem of parsed.problems) report(line, problem);
    return [];
  });
}

/** Reports lines with the same number, and those with the same text unless both have a number. */
function compareWithEachOther(lines: readonly Line[], report: ReportProblem): void {
  const numbers = new Map<number, number>();
  const texts = new Map<string, Line>();
  for (const each of lines) {
    const { line, id } = each;
    const sameId = id === undefined ? undefined : numbers.get(id);
    if (sameId !== undefined) report(line, `joke_id: line ${sameId} also has ${id}`);
    else if (id !== undefined) numbers.set(id, line);
    const same = texts.get(textOf(each));
    if (!same) texts.set(textOf(each), each);
    else if (id === undefined || same.id === undefined) {
      report(line, `joke_text: line ${same.line} has the same text; duplicates need a joke_id`);
    }
  }
}

/**
 * Reports numbers that the site has for another joke.
 * @returns the lines that have to be written
 */
function compareWithSite(catalog: Catalog, lines: readonly Line[], report: ReportProblem): Line[] {
  const texts = new Set(Array.from(catalog.all(), ({ joke_text }) => joke_text));
  return lines.filter((each) => {
    const { line, id } = each;
    if (id === undefined) return !texts.has(textOf(each));
    const existing = catalog.find(id);
    if (!existing && catalog.isTaken(id)) {
      report(line, `joke_id: joke ${id} was deleted, or can’t be read`);
    }
    if (existing && existing.joke_text !== textOf(each)) {
      report(line, `joke_id: joke ${id} has a different joke_text on the site`);
    }
    return !existing;
  });
}

/** Gives every joke a number, and reserves them, so that visitors' submissions get others. */
async function numberLines(
  { follower, rootData, transact }: Services,
  lines: readonly Line[],
): Promise<(Line & { id: number })[]> {
  const highest = lines.reduce((most, { id = 0 }) => Math.max(most, id), 0);
  const count = lines.filter(({ id }) => id === undefined).length;
  const used = Math.max(highest, (await follower.read(READ.visitor)).highestId());
  let next = await transact(
    {
      read: (transaction) => rootData.readRoot(transaction),
      write: (transaction, root) => rootData.takeNumbers(transaction, root, used, count),
    },
    endlessCall(),
  );
  return lines.map((line) => ({ ...line, id: line.id ?? next++ }));
}

/** Whether an earlier attempt has written the line's joke. */
const isWritten = (found: FoundJoke, line: Line) =>
  found && isCurrent(found) && found.joke_text === textOf(line);

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
  { onProgress, onProblem, signal }: Observer,
  dryRun = false,
): Promise<ImportOutcome> {
  const site = createServices(context);
  const now = new Date(site.clock());
  const problems: { line: number; problem: string }[] = [];
  const report: ReportProblem = (line, problem) => problems.push({ line, problem });
  onProgress('Reading the file');
  const lines = await parseFile(path, now, report);
  compareWithEachOther(lines, report);
  const wanted = compareWithSite(await site.follower.read(READ.administrator), lines, report);
  for (const { line, problem } of problems.toSorted((a, b) => a.line - b.line)) {
    onProblem(`line ${line}: ${problem}`);
  }
  const unchanged = lines.length - wanted.length;
  if (problems.length > 0) return { added: 0, unchanged, problems: problems.length };
  const outcome = { added: wanted.length, unchanged, problems: 0 };
  if (dryRun || wanted.length === 0) return outcome;

  const numbered = await numberLines(site, wanted);
  for (let start = 0; start < numbered.length; start += JOKES_PER_COMMIT) {
    signal?.throwIfAborted();
    const part = numbered.slice(start, start + JOKES_PER_COMMIT);
    const ids = part.map(({ id }) => id);
    await site.transact(
      {
        read: (transaction) => site.jokeData.readMany(transaction, ids),
        write(transaction, found) {
          for (const [index, each] of part.entries()) {
            const { id, joke } = each;
            if (found[index] === undefined) {
              site.jokeData.create(transaction, newJoke(joke, id, now));
            } else if (!isWritten(found[index], each)) {
              throw new Error(`Joke ${id} was created on the site since the check. Try again.`);
            }
          }
        },
      },
      endlessCall(),
    );
    const done = (start + part.length).toLocaleString('en');
    onProgress(`Importing ${done} of ${wanted.length.toLocaleString('en')} facts`);
  }
  await site.snapshots.save(true);
  return outcome;
}
