import { readFile } from 'node:fs/promises';
import type { Context } from '../../context.ts';
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

/** The root is restored last: without it the site shows nothing. */
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
 * Restores an export into an empty site. Every file and document is checked before anything is written, and the
 * catalog's root is written last. If it is interrupted, empty the site before the next attempt.
 * @throws Error if the export is damaged or has a malformed document, or if the site is not empty
 */
export async function restoreSite(
  context: Context,
  folder: string,
  observer: Observer,
): Promise<Manifest> {
  const site = accessSite(context);
  const { documents, files } = site;
  const { onProgress, signal } = observer;
  const paths = pathsOf(folder);
  const manifest = await openBackup(folder, observer);
  await checkDocuments(site, folder, manifest, observer);
  await files.assertReadable();
  const present = (await documents.collections()).filter((name) => !IGNORED_IF_EMPTY.has(name));
  if (present.length > 0) {
    throw new Error(
      `Nothing was restored: the site is not empty. It has ${present.join(', ')}. docs/data.md says how to empty it.`,
    );
  }

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
  return manifest;
}
