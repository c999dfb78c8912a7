import { isDeepStrictEqual } from 'node:util';
import { HIGHEST_JOKE_ID, statusOf, type CatalogRoot } from '../../catalog/catalog-root.ts';
import type { CatalogDraft } from '../../catalog/catalog.service.ts';
import type { Context } from '../../context.ts';
import type { Transaction } from '../../database/database.ts';
import type { Actor } from '../../features/audit/audit.data.ts';
import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import { accessSite, type Observer, type SiteAccess } from '../site-access.ts';
import { readJokeFile } from './joke-file.ts';
import { changesTo, newJoke, parseJokeLine, type ImportedJoke } from './joke-line.ts';

/** The actor in the audit log. */
const ACTOR: Actor = { provider: 'operator', username: 'npm run import' };

/** Existing jokes that are compared with lines at a time. */
const COMPARED_AT_ONCE = 200;
/** Jokes written in one transaction: well within its size, and fast enough not to delay the site. */
const JOKES_PER_COMMIT = 250;

export interface ImportOutcome {
  added: number;
  changed: number;
  /** jokes that already existed: as the file states them, or, without a number, with the same text */
  unchanged: number;
  /** problems in the file; if there are any, nothing was written */
  problems: number;
}

interface Line {
  line: number;
  imported: ImportedJoke;
}

type ReportProblem = (line: number, problem: string) => unknown;

async function parseFile(path: string, now: Date, observer: Observer, report: ReportProblem) {
  const lines: Line[] = [];
  for await (const source of readJokeFile(path)) {
    observer.signal?.throwIfAborted();
    const { line } = source;
    const parsed =
      'problem' in source ? { problems: [source.problem] } : parseJokeLine(source.fields, now);
    if ('joke' in parsed) lines.push({ line, imported: parsed.joke });
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
    const { line, imported } = each;
    const { joke_id, stored } = imported;
    const sameNumber = joke_id === undefined ? undefined : numbers.get(joke_id);
    if (sameNumber !== undefined) report(line, `joke_id: line ${sameNumber} also has ${joke_id}`);
    else if (joke_id !== undefined) numbers.set(joke_id, line);
    const same = texts.get(stored.joke_text);
    if (!same) texts.set(stored.joke_text, each);
    else if (joke_id === undefined || same.imported.joke_id === undefined) {
      report(line, `joke_text: line ${same.line} has the same text; duplicates need a joke_id`);
    }
  }
}

async function textsOfSite({ catalogData }: SiteAccess, root: CatalogRoot): Promise<Set<string>> {
  const shelves = await catalogData.readShelves([...root.shelf_versions.keys()]);
  return new Set(shelves.flatMap((texts) => [...texts.values()]));
}

/**
 * Reports numbered jokes that differ from those on the site, unless they will be changed.
 * @returns the lines that have to be written
 */
async function compareWithSite(
  site: SiteAccess,
  root: CatalogRoot,
  lines: readonly Line[],
  now: Date,
  update: boolean,
  report: ReportProblem,
): Promise<Line[]> {
  const unchanged = new Set<Line>();
  const unnumbered = lines.filter(({ imported }) => imported.joke_id === undefined);
  const texts = unnumbered.length > 0 ? await textsOfSite(site, root) : new Set<string>();
  for (const each of unnumbered) if (texts.has(each.imported.stored.joke_text)) unchanged.add(each);

  const existing = lines.filter(({ imported }) => statusOf(root, imported.joke_id ?? 0));
  for (let start = 0; start < existing.length; start += COMPARED_AT_ONCE) {
    const part = existing.slice(start, start + COMPARED_AT_ONCE);
    const ids = part.map(({ imported }) => imported.joke_id ?? 0);
    const stored = new Map((await site.jokes.readMany(ids)).map((joke) => [joke.joke_id, joke]));
    for (const each of part) {
      const { line, imported } = each;
      const id = imported.joke_id ?? 0;
      const joke = stored.get(id);
      const changes = joke && Object.keys(changesTo(joke, imported, now));
      if (!changes)
        report(line, `joke_id: the catalog entry of joke ${id} is wrong; see catalog:check`);
      else if (changes.length === 0) unchanged.add(each);
      else if (!update) {
        const names = changes.join(', ');
        report(line, `joke_id: joke ${id} has a different ${names} on the site; see --update`);
      }
    }
  }
  return lines.filter((each) => !unchanged.has(each));
}

/** A joke that is written. */
interface Write {
  /** undefined for a new joke */
  before: JokeDocument | undefined;
  changes: Partial<JokeDocument>;
  after: JokeDocument;
}

interface Options {
  /** whether to change existing jokes with different content */
  update: boolean;
  /** jokes without a number get numbers from here on; no line uses them */
  firstFreeId: number;
}

/** @throws Error if one of the numbers was used or changed on the site since the file was checked */
async function planWrites(
  { jokes }: SiteAccess,
  transaction: Transaction,
  { root, nextJokeId }: CatalogDraft,
  lines: readonly Line[],
  { update, firstFreeId }: Options,
  now: Date,
): Promise<Write[]> {
  const ids = lines.flatMap(({ imported }) => imported.joke_id ?? []);
  const existing = ids.filter((id) => statusOf(root, id));
  const stored = await jokes.readAll(transaction, existing);
  const byId = new Map(existing.map((id, index) => [id, stored[index]]));
  let next = Math.max(nextJokeId, firstFreeId);
  const writes = lines.flatMap(({ line, imported }): Write[] => {
    const { joke_id } = imported;
    if (joke_id === undefined || !byId.has(joke_id)) {
      const after = newJoke(imported, joke_id ?? next++, now, root.prior);
      return [{ before: undefined, changes: after, after }];
    }
    const before = byId.get(joke_id);
    const changes = before ? changesTo(before, imported, now) : {};
    const differs = Object.keys(changes).length > 0;
    if (!before || (differs && !update)) {
      throw new Error(`Line ${line}: joke ${joke_id} has changed on the site since the check.`);
    }
    return differs ? [{ before, changes, after: { ...before, ...changes } }] : [];
  });
  if (next > HIGHEST_JOKE_ID + 1)
    throw new Error(`The highest possible joke_id is ${HIGHEST_JOKE_ID}.`);
  return writes;
}

/** Whether jokes were committed although their commit returned an error. */
async function areWritten({ jokes }: SiteAccess, transaction: Transaction, writes: Write[]) {
  const content = ({ joke_text, status, created_at, approved_at }: JokeDocument) => [
    joke_text,
    status,
    created_at,
    approved_at,
  ];
  const ids = writes.map(({ after }) => after.joke_id);
  const stored = await jokes.readAll(transaction, ids);
  return writes.every(({ after }, index) => {
    const joke = stored[index];
    return joke && isDeepStrictEqual(content(joke), content(after));
  });
}

/** Writes jokes, their catalog entries and audit entries for changes in one transaction: all or none. */
async function writeJokes(site: SiteAccess, lines: readonly Line[], options: Options) {
  const { jokes, audit, catalog } = site;
  const now = new Date(site.clock());
  const audited = ({ status, joke_text }: JokeDocument) => ({ status, joke_text });
  let attempted: Write[] | undefined;
  return catalog.change(async (transaction, draft) => {
    if (attempted && (await areWritten(site, transaction, attempted))) return attempted;
    attempted = await planWrites(site, transaction, draft, lines, options, now);
    for (const { before, changes, after } of attempted) {
      const { joke_id } = after;
      if (!before) {
        jokes.create(transaction, after);
        continue;
      }
      jokes.update(transaction, joke_id, { ...changes, updated_at: now });
      const edit = { before: audited(before), after: audited(after) };
      audit.record(transaction, { actor: ACTOR, action: 'edit', joke_id, ...edit });
    }
    if (attempted.length > 0) draft.putAll(attempted.map(({ after }) => after));
    return attempted;
  });
}

/**
 * Imports a file of jokes: checks the whole file against the rules, itself and the site, then writes it in
 * batches. After an interruption, the next run continues; running it again changes nothing. The check costs
 * one read, one per joke that already exists, and one per shelf of the catalog if any joke has no number.
 * @param update whether to change existing jokes with different content
 * @throws Error if the file name has an unknown extension, or the site has changed since the check
 */
export async function importJokes(
  context: Context,
  path: string,
  update: boolean,
  observer: Observer,
): Promise<ImportOutcome> {
  const site = accessSite(context);
  const now = new Date(site.clock());
  const problems: { line: number; problem: string }[] = [];
  const report: ReportProblem = (line, problem) => problems.push({ line, problem });
  const lines = await parseFile(path, now, observer, report);
  compareWithEachOther(lines, report);
  const root = await site.catalogData.readRoot();
  const wanted = await compareWithSite(site, root, lines, now, update, report);
  for (const { line, problem } of problems.toSorted((a, b) => a.line - b.line))
    observer.onProblem(`line ${line}: ${problem}`);
  const unchanged = lines.length - wanted.length;
  const outcome = { added: 0, changed: 0, unchanged, problems: problems.length };
  if (problems.length > 0) return outcome;

  const ids = wanted.map(({ imported }) => (imported.joke_id ?? 0) + 1);
  const firstFreeId = ids.reduce((most, id) => Math.max(most, id), root.next_joke_id);
  for (let start = 0; start < wanted.length; start += JOKES_PER_COMMIT) {
    observer.signal?.throwIfAborted();
    const part = wanted.slice(start, start + JOKES_PER_COMMIT);
    const written = await writeJokes(site, part, { update, firstFreeId });
    const added = written.filter(({ before }) => !before).length;
    outcome.added += added;
    outcome.changed += written.length - added;
    const done = (start + part.length).toLocaleString('en');
    observer.onProgress(`Importing ${done} of ${wanted.length.toLocaleString('en')} facts`);
  }
  return outcome;
}
