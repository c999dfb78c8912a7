import { readFile } from 'node:fs/promises';
import type { Context } from '../../context.ts';
import { RESTORE_MARKS } from '../../platform/database/restore-mark.data.ts';
import type { StoredDocument } from '../documents.data.ts';
import { readJsonLines } from '../files.ts';
import { accessSite, type Observer, type SiteAccess } from '../site-access.ts';
import {
  documentLine,
  imageLine,
  LEFT_OUT,
  openBackup,
  pathsOf,
  type Manifest,
} from './backup-folder.ts';

/** These keep a commit within Firestore's 10 MiB. */
const DOCUMENTS_PER_COMMIT = 400;
const CHARACTERS_PER_COMMIT = 2_000_000;

/** The root is restored last: without it the site shows nothing, and refuses submissions and moderation. */
const CATALOG = 'catalog';
const CATALOG_ROOT = 'root';
/** First the documents that nobody else may create during the restore; jokes and their catalog last. */
const FIRST = ['setup', 'secrets', 'admins'];
const LAST = ['jokes', CATALOG];

/** Collections that an empty site may have: the voter key is created with the first visit. */
const IGNORED_IF_EMPTY: ReadonlySet<string> = new Set([...LEFT_OUT, 'secrets']);

function inOrder(collections: readonly string[]): string[] {
  const middle = collections.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  return [...FIRST, ...middle, ...LAST].filter((name) => collections.includes(name));
}

async function clear({ documents, files }: SiteAccess, { onProgress, signal }: Observer) {
  let deleted = 0;
  const report = (count: number) => {
    signal?.throwIfAborted();
    deleted += count;
    onProgress(`Deleting the site’s data: ${deleted.toLocaleString('en')}`);
  };
  for (const collection of inOrder(await documents.collections()).toReversed()) {
    if (collection === RESTORE_MARKS) continue;
    for await (const count of documents.removeAll(collection)) report(count);
  }
  for await (const page of files.list()) {
    for (const { name } of page) await files.remove(name);
    report(page.length);
  }
}

/** The number of documents by collection, and of image files as `images`. */
type Counts = Readonly<Record<string, number>>;

/** What a restore that replaces a site deletes, and what it writes. */
export interface Replacement {
  present: Counts;
  exported: Counts;
}

async function countPresent({ documents, files }: SiteAccess): Promise<Counts> {
  const counts: Record<string, number> = {};
  for (const name of await documents.collections()) counts[name] = await documents.count(name);
  let images = 0;
  for await (const page of files.list()) images += page.length;
  return { ...counts, images };
}

function countExported({ collections, images }: Manifest): Counts {
  const documents = Object.entries(collections).map(([name, one]) => [name, one.documents]);
  return { ...Object.fromEntries(documents), images: images.files };
}

/** Marks the restore as unfinished, and leaves the site empty. */
async function prepare(site: SiteAccess, backup: string, replace: boolean, observer: Observer) {
  const { documents, restoreMark, clock } = site;
  const earlier = await restoreMark.readBackup();
  const restarted = earlier === backup;
  if (earlier !== undefined && !restarted && !replace) {
    throw new Error(
      'The restore of another export is unfinished: run that again, or use --replace.',
    );
  }
  const present = (await documents.collections()).filter((name) => !IGNORED_IF_EMPTY.has(name));
  if (!restarted && !replace && present.length > 0) {
    throw new Error(
      `The site is not empty (${present.join(', ')}). To delete all its data first, use --replace.`,
    );
  }
  await restoreMark.write({ backup, started_at: new Date(clock()) });
  if (restarted || replace) await clear(site, observer);
}

/**
 * Checks that every document can be written, so that a malformed one stops the restore before it begins.
 * @throws Error naming the first malformed line and field
 */
async function checkDocuments(
  { documents }: SiteAccess,
  folder: string,
  { collections }: Manifest,
  { onProgress, signal }: Observer,
): Promise<void> {
  const writableLine = documentLine.check(({ value, issues }) => {
    const path = documents.findMalformed(value.fields);
    if (path) issues.push({ code: 'custom', input: value, path: ['fields', ...path] });
  });
  for (const name of Object.keys(collections)) {
    let checked = 0;
    for await (const _ of readJsonLines(pathsOf(folder).collection(name), writableLine)) {
      signal?.throwIfAborted();
      checked += 1;
      onProgress(`Checking ${name}: ${checked.toLocaleString('en')}`);
    }
  }
}

/** The documents of a collection's file in parts that fit into a commit; the catalog root comes last. */
async function* partsOf(path: string, collection: string): AsyncGenerator<StoredDocument[]> {
  let part: StoredDocument[] = [];
  let characters = 0;
  let root: StoredDocument | undefined;
  for await (const document of readJsonLines(path, documentLine)) {
    if (collection === CATALOG && document.id === CATALOG_ROOT) {
      root = document;
      continue;
    }
    part.push(document);
    characters += JSON.stringify(document.fields).length;
    if (part.length === DOCUMENTS_PER_COMMIT || characters > CHARACTERS_PER_COMMIT) {
      yield part;
      part = [];
      characters = 0;
    }
  }
  if (part.length > 0) yield part;
  if (root) yield [root];
}

/**
 * Restores an export. Every file and document is checked before anything is written. If it is interrupted, run it
 * again with the same folder: it starts over. Instances refuse to write once they have seen the mark.
 * Until then the order keeps votes and ratings consistent: jokes are deleted before their ratings and
 * restored after them, and no vote is counted without its joke.
 * @param replace whether to delete the site's data first
 * @param approve called before anything is deleted because of `replace`; nothing is deleted if it throws
 * @throws Error if the export is damaged or has a malformed document, or if the site is not empty and `replace` is false
 */
export async function restoreSite(
  context: Context,
  folder: string,
  replace: boolean,
  observer: Observer,
  approve: (replacement: Replacement) => Promise<void> = () => Promise.resolve(),
): Promise<Manifest> {
  const site = accessSite(context);
  const { documents, files, restoreMark } = site;
  const { onProgress, signal } = observer;
  const paths = pathsOf(folder);
  const { manifest, id } = await openBackup(folder, observer);
  await checkDocuments(site, folder, manifest, observer);
  await files.assertReadable();
  if (replace) {
    await approve({ present: await countPresent(site), exported: countExported(manifest) });
  }
  await prepare(site, id, replace, observer);

  let images = 0;
  for await (const { name, joke_id } of readJsonLines(paths.imageList, imageLine)) {
    signal?.throwIfAborted();
    await files.create(name, joke_id, await readFile(paths.image(name)));
    images += 1;
    onProgress(`Restoring images: ${images.toLocaleString('en')} of ${manifest.images.files}`);
  }
  for (const collection of inOrder(Object.keys(manifest.collections))) {
    const total = manifest.collections[collection]?.documents ?? 0;
    let restored = 0;
    for await (const part of partsOf(paths.collection(collection), collection)) {
      signal?.throwIfAborted();
      await documents.write(collection, part);
      restored += part.length;
      onProgress(`Restoring ${collection}: ${restored.toLocaleString('en')} of ${total}`);
    }
  }
  await restoreMark.remove();
  return manifest;
}
