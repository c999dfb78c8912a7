import { emptyRoot, HIGHEST_JOKE_ID, shelfOf, SHELF_SIZE } from '../catalog/catalog-root.ts';
import { datedText } from '../catalog/catalog.service.ts';
import { NO_TAGS, withNextVersion, withTags, type TagIndex } from '../catalog/tag-index.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import { describeMalformed, MalformedDocument } from '../platform/database/stored-document.data.ts';
import { keyDocument } from '../platform/signing/site-key.data.ts';
import { adminDocument, firstAdminDocument } from '../features/sessions/sign-in.data.ts';
import {
  compareShelf,
  compareTags,
  compareTotals,
  compareVotes,
  recount,
  repairRoot,
  type Shelf,
} from './catalog-comparison.ts';
import { accessSite, type Observer, type SiteAccess } from './site-access.ts';

interface CatalogReport {
  /** jokes that were compared */
  jokes: number;
  problems: number;
  /** how many of the problems `rebuildCatalog` repairs, or has repaired */
  repairable: number;
}

interface Found extends Shelf {
  /** repairable problems of the catalog */
  problems: string[];
  malformed: { path: string; id: string; fields: string[] }[];
  /** jokes whose votes are wrong, each with a description of the problem */
  miscounted: Map<number, string>;
}

/** Small collections that signing in and voting depend on. */
const ESSENTIAL = { admins: adminDocument, setup: firstAdminDocument, secrets: keyDocument };

/** The result of a read; for a malformed document a substitute, and the problem is added to `problems`. */
async function orSubstitute<Value>(
  read: Promise<Value>,
  substitute: Value,
  problems: string[],
): Promise<Value> {
  try {
    return await read;
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    problems.push(describeMalformed(error));
    return substitute;
  }
}

async function readShelf(
  { catalogData, jokes }: SiteAccess,
  transaction: Transaction,
  number: number,
): Promise<Found> {
  const from = number * SHELF_SIZE;
  const problems: string[] = [];
  const root = await orSubstitute(catalogData.readRoot(transaction), emptyRoot(), problems);
  const tags = (await catalogData.tags.read(transaction)) ?? NO_TAGS;
  const reading = catalogData.readShelf(transaction, number);
  const content = await orSubstitute(reading, undefined, problems);
  const found = await jokes.scan(transaction, from, from + SHELF_SIZE);
  return { number, root, tags, content, ...found, problems, miscounted: new Map() };
}

async function findMiscounted(
  { ratings }: SiteAccess,
  transaction: Transaction,
  { number, jokes }: Shelf,
): Promise<Found['miscounted']> {
  const from = number * SHELF_SIZE;
  const rated = (await ratings.count(transaction, from, from + SHELF_SIZE)) > 0;
  const compared = jokes.map(async (joke) => {
    const stored = rated ? await ratings.count(transaction, joke.joke_id) : 0;
    const problem = compareVotes(joke, stored);
    return problem === undefined ? [] : [[joke.joke_id, problem] as const];
  });
  return new Map((await Promise.all(compared)).flat());
}

/** The number of shelves, from jokes, texts and the root; at least one. */
async function countShelves({ jokes, catalogData }: SiteAccess): Promise<number> {
  const root = await orSubstitute(catalogData.readRoot(), emptyRoot(), []);
  const last = Math.max(
    0,
    shelfOf(await jokes.highestId(HIGHEST_JOKE_ID)),
    root.shelf_versions.length - 1,
    shelfOf(Math.max(0, root.statuses.length * 4 - 1)),
    await catalogData.lastShelf(),
  );
  return last + 1;
}

/** Compares a shelf with its jokes; writes nothing. */
function checkShelf(site: SiteAccess, number: number): Promise<Found> {
  return site.snapshot(async (transaction) => {
    const found = await readShelf(site, transaction, number);
    const malformed = new Set(found.malformed.map(({ id }) => Number(id)));
    if (found.problems.length === 0) {
      found.problems = [...compareShelf(found, malformed), ...compareTags(found)];
    }
    return { ...found, miscounted: await findMiscounted(site, transaction, found) };
  });
}

/** Repairs a shelf, the tags of its jokes, the root's totals and the votes of the shelf's jokes. */
async function repairShelf(site: SiteAccess, number: number): Promise<Found> {
  const { catalogData, jokes, ratings, snapshot, transact, clock } = site;
  const repaired = await transact(async (transaction) => {
    const found = await readShelf(site, transaction, number);
    if (found.problems.length === 0) found.problems = compareShelf(found);
    found.problems.push(...compareTotals(found.root));
    const mistagged = compareTags(found);
    found.problems.push(...mistagged);
    if (found.problems.length > 0) {
      // A root that was lost must still count as newer than the one that instances have cached.
      const revision = found.root.revision || Math.floor(clock() / 1_000);
      const texts = new Map(found.jokes.map((joke) => [joke.joke_id, datedText(joke)]));
      const root = { ...repairRoot(found), revision: revision + 1 };
      catalogData.writeShelf(transaction, number, texts);
      if (mistagged.length > 0) {
        const { tags, tags_version } = withNextVersion(
          withTags(found.tags, found.jokes),
          root.tags_version,
          clock(),
        );
        catalogData.tags.write(transaction, tags);
        root.tags_version = tags_version;
      }
      catalogData.writeRoot(transaction, root);
    }
    return found;
  });
  const miscounted = await snapshot((transaction) => findMiscounted(site, transaction, repaired));
  for (const jokeId of miscounted.keys()) {
    await transact(async (transaction) => {
      const joke = await jokes.read(transaction, jokeId);
      if (!joke) return;
      const changes = recount(joke, await ratings.list(transaction, jokeId));
      jokes.update(transaction, jokeId, changes);
    });
  }
  return { ...repaired, miscounted };
}

const OUTDATED_TAGS = 'catalog/tags is missing, malformed or out of date';

const isOutdated = (tags: TagIndex | undefined, { tags_version }: { tags_version: number }) =>
  (tags?.version ?? 0) !== tags_version;

/**
 * Declares the tags up to date, after every shelf was repaired.
 * @returns whether they were not
 */
function repairTags({ catalogData, transact }: SiteAccess): Promise<boolean> {
  return transact(async (transaction) => {
    const root = await catalogData.readRoot(transaction);
    const tags = await catalogData.tags.read(transaction);
    if (!isOutdated(tags, root)) return false;
    const version = Math.max(root.tags_version, tags?.version ?? 0);
    catalogData.tags.write(transaction, { ...(tags ?? NO_TAGS), version });
    const revision = root.revision + 1;
    catalogData.writeRoot(transaction, { ...root, tags_version: version, revision });
    return true;
  });
}

/** Visits every shelf, and looks for malformed documents elsewhere. */
async function visitSite(
  context: Context,
  visitShelf: typeof checkShelf,
  { onProgress, onProblem, signal }: Observer,
): Promise<CatalogReport> {
  const site = accessSite(context);
  const report = { jokes: 0, problems: 0, repairable: 0 };
  const add = (problem: string) => {
    report.problems += 1;
    onProblem(problem);
  };
  const before = await site.jokes.count();
  const shelves = await countShelves(site);
  let malformed = 0;
  for (let number = 0; number < shelves; number += 1) {
    signal?.throwIfAborted();
    const found = await visitShelf(site, number);
    const repairable = [...found.problems, ...found.miscounted.values()];
    repairable.forEach(add);
    found.malformed.map(describeMalformed).forEach(add);
    report.repairable += repairable.length;
    report.jokes += found.jokes.length;
    malformed += found.malformed.length;
    onProgress(`Shelf ${(number + 1).toLocaleString('en')} of ${shelves.toLocaleString('en')}`);
  }
  // Documents that are created or deleted during the check don't count.
  if (Math.min(before, await site.jokes.count()) > report.jokes + malformed) {
    for await (const path of site.jokes.listStrays(shelves * SHELF_SIZE)) {
      add(describeMalformed({ path, fields: ['joke_id'] }));
    }
  }
  for (const [name, schema] of Object.entries(ESSENTIAL)) {
    (await site.documents.findMalformedIn(name, schema)).map(describeMalformed).forEach(add);
  }
  return report;
}

/**
 * Compares the catalog and the ratings with the jokes. The site may run at the same time: each shelf is
 * read at one moment. Costs a read per joke, another one per joke on a shelf with ratings, and three per
 * shelf.
 */
export async function checkCatalog(context: Context, observer: Observer): Promise<CatalogReport> {
  const { catalogData } = accessSite(context);
  const unreadable: string[] = [];
  const root = await orSubstitute(catalogData.readRoot(), emptyRoot(), unreadable);
  const ofRoot = [...unreadable, ...compareTotals(root)];
  if (isOutdated(await catalogData.tags.read(), root)) ofRoot.push(OUTDATED_TAGS);
  ofRoot.forEach(observer.onProblem);
  const { length } = ofRoot;
  if (unreadable.length > 0) return { jokes: 0, problems: length, repairable: length };
  const { jokes, problems, repairable } = await visitSite(context, checkShelf, observer);
  return { jokes, problems: problems + length, repairable: repairable + length };
}

/**
 * Repairs what `checkCatalog` finds, shelf by shelf, each in one transaction. It may be interrupted at any
 * point, and the site may run at the same time. Malformed documents are removed from the catalog but not
 * changed. A joke with fewer votes than ratings gets the missing votes.
 */
export async function rebuildCatalog(context: Context, observer: Observer): Promise<CatalogReport> {
  const site = accessSite(context);
  const { jokes, problems, repairable } = await visitSite(context, repairShelf, observer);
  const repaired = (await repairTags(site)) ? 1 : 0;
  if (repaired > 0) observer.onProblem(OUTDATED_TAGS);
  return { jokes, problems: problems + repaired, repairable: repairable + repaired };
}
