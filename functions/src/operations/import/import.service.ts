import { HIGHEST_JOKE_ID, statusOf, type CatalogRoot } from '../../catalog/catalog-root.ts';
import type { Context } from '../../context.ts';
import { changesTo } from '../../features/jokes/joke-document.ts';
import { accessSite, type Observer, type SiteAccess } from '../site-access.ts';
import { readJokeFile } from './joke-file.ts';
import { newJoke, parseJokeLine, type ImportedJoke } from './joke-line.ts';

/** Existing jokes that are compared with lines at a time. */
const COMPARED_AT_ONCE = 200;
/** Jokes written in one transaction: well within its size, and fast enough not to delay the site. */
const JOKES_PER_COMMIT = 250;

export interface ImportOutcome {
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
  for await (const source of readJokeFile(path)) {
    observer.signal?.throwIfAborted();
    const { line } = source;
    const parsed =
      'problem' in source ? { problems: [source.problem] } : parseJokeLine(source.fields, now);
    if ('joke' in parsed) lines.push({ line, id: parsed.id, joke: parsed.joke });
    else for (const problem of parsed.problems) report(line, problem);
    observer.onProgress(`Reading line ${line.toLocaleString('en')}`);
  }
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

async function textsOfSite({ catalogData }: SiteAccess, root: CatalogRoot): Promise<Set<string>> {
  const shelves = await catalogData.readShelves([...root.shelf_versions.keys()]);
  return new Set(shelves.flatMap(({ texts }) => [...texts.values()]));
}

function isExisting(root: CatalogRoot, line: Line): line is NumberedLine {
  return line.id !== undefined && statusOf(root, line.id) !== undefined;
}

/**
 * Reports jokes whose content differs on the site.
 * @returns the lines that have to be written
 */
async function compareWithSite(
  site: SiteAccess,
  root: CatalogRoot,
  lines: readonly Line[],
  report: ReportProblem,
): Promise<Line[]> {
  const unchanged = new Set<number>();
  const unnumbered = lines.filter(({ id }) => id === undefined);
  const texts = unnumbered.length > 0 ? await textsOfSite(site, root) : new Set<string>();
  for (const { line, joke } of unnumbered)
    if (texts.has(joke.stored.joke_text)) unchanged.add(line);

  const existing = lines.filter((line) => isExisting(root, line));
  for (let start = 0; start < existing.length; start += COMPARED_AT_ONCE) {
    const part = existing.slice(start, start + COMPARED_AT_ONCE);
    const stored = await site.jokes.readMany(part.map(({ id }) => id));
    const byId = new Map(stored.map((joke) => [joke.joke_id, joke]));
    for (const { line, id, joke } of part) {
      const before = byId.get(id);
      const changes = before && Object.keys(changesTo(before, joke.stored));
      if (!changes) {
        report(line, `joke_id: the catalog entry of joke ${id} is wrong; see catalog:check`);
      } else if (changes.length === 0) unchanged.add(line);
      else report(line, `joke_id: joke ${id} has a different ${changes.join(', ')} on the site`);
    }
  }
  return lines.filter(({ line }) => !unchanged.has(line));
}

/** Gives every joke a number; the free ones are reserved, so that visitors' submissions get others. */
async function numberLines(
  { catalog }: SiteAccess,
  lines: readonly Line[],
): Promise<NumberedLine[]> {
  const highest = lines.reduce((most, { id = 0 }) => Math.max(most, id), 0);
  const count = lines.filter(({ id }) => id === undefined).length;
  if (count === 0)
    return lines.flatMap(({ id, ...line }) => (id === undefined ? [] : [{ ...line, id }]));
  let next = await catalog.change((_, draft) => {
    const first = Math.max(draft.nextJokeId, highest + 1);
    if (first + count > HIGHEST_JOKE_ID + 1)
      throw new Error(`The highest possible joke_id is ${HIGHEST_JOKE_ID}.`);
    draft.root = { ...draft.root, next_joke_id: first + count };
    return Promise.resolve(first);
  });
  return lines.map((line) => ({ ...line, id: line.id ?? next++ }));
}

/**
 * Deletes what is left of deleted jokes whose numbers are used again. They can no longer be restored, and
 * their votes are not votes on the new ones. Three or more billed reads for each number.
 */
async function clearNumbers(
  { catalog, audit, ratings, reports }: SiteAccess,
  ids: readonly number[],
): Promise<void> {
  const free = await catalog.change(async (transaction, draft) => {
    const unused = ids.filter((id) => statusOf(draft.root, id) === undefined);
    for (const entry of await audit.ofJokes(transaction, unused)) audit.strip(transaction, entry);
    return unused;
  });
  for (const id of free) {
    await ratings.removeAll(id);
    await reports.removeAll(id);
  }
}

/**
 * Writes jokes and their catalog entries in one transaction: all or none. It may be retried after a commit
 * that returned an error although it succeeded.
 * @throws Error if one of the numbers was used on the site since the file was checked
 */
async function writeJokes(
  { jokes, catalog, clock }: SiteAccess,
  lines: readonly NumberedLine[],
): Promise<void> {
  const now = new Date(clock());
  await catalog.change(async (transaction, draft) => {
    const existing = lines.filter((line) => isExisting(draft.root, line)).map(({ id }) => id);
    const stored = await jokes.readAll(transaction, existing);
    const byId = new Map(existing.map((id, index) => [id, stored[index]]));
    await draft.openTags();
    const added = lines
      .filter(({ id }) => !byId.has(id))
      .map(({ id, joke }) => newJoke(joke, id, now, draft.root.prior));
    for (const { line, id, joke } of lines) {
      if (!byId.has(id)) continue;
      const before = byId.get(id);
      if (!before || Object.keys(changesTo(before, joke.stored)).length > 0) {
        throw new Error(`Line ${line}: joke ${id} has changed on the site since the check.`);
      }
    }
    for (const joke of added) jokes.create(transaction, joke);
    if (added.length > 0) draft.put(added);
    draft.setTags(added.map(({ joke_id, tags = [], safe = true }) => ({ joke_id, tags, safe })));
  });
}

/**
 * Imports a file of jokes: checks the whole file against the rules, itself and the site, then writes it in
 * batches. After an interruption, the next run continues; running it again changes nothing. The check costs
 * one read, one per joke that already exists, and one per shelf of the catalog if any joke has no number.
 * @throws Error if the file name has an unknown extension, there are too many jokes, or the site has changed
 *   since the check
 */
export async function importJokes(
  context: Context,
  path: string,
  observer: Observer,
): Promise<ImportOutcome> {
  const site = accessSite(context);
  const now = new Date(site.clock());
  const problems: { line: number; problem: string }[] = [];
  const report: ReportProblem = (line, problem) => problems.push({ line, problem });
  const lines = await parseFile(path, now, observer, report);
  compareWithEachOther(lines, report);
  const root = await site.catalogData.readRoot();
  const wanted = await compareWithSite(site, root, lines, report);
  for (const { line, problem } of problems.toSorted((a, b) => a.line - b.line))
    observer.onProblem(`line ${line}: ${problem}`);
  const unchanged = lines.length - wanted.length;
  if (problems.length > 0) return { added: 0, unchanged, problems: problems.length };

  const reused = wanted.flatMap((line) =>
    line.id !== undefined && line.id < root.next_joke_id && !isExisting(root, line) ? line.id : [],
  );
  for (let start = 0; start < reused.length; start += JOKES_PER_COMMIT) {
    observer.signal?.throwIfAborted();
    await clearNumbers(site, reused.slice(start, start + JOKES_PER_COMMIT));
  }
  const numbered = await numberLines(site, wanted);
  for (let start = 0; start < numbered.length; start += JOKES_PER_COMMIT) {
    observer.signal?.throwIfAborted();
    const part = numbered.slice(start, start + JOKES_PER_COMMIT);
    await writeJokes(site, part);
    const done = (start + part.length).toLocaleString('en');
    observer.onProgress(`Importing ${done} of ${wanted.length.toLocaleString('en')} facts`);
  }
  return { added: wanted.length, unchanged, problems: 0 };
}
