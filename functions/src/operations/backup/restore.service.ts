import { readFile } from 'node:fs/promises';
import * as z from 'zod/mini';
import { newRoot } from '../../catalog/catalog.data.ts';
import { jokeDocument } from '../../catalog/joke-document.ts';
import { weightsOf } from '../../catalog/tally.ts';
import { jokeId } from '../../contract/index.ts';
import type { Context } from '../../site.ts';
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

/** First the documents that nobody else may create during the restore; jokes last. */
const FIRST = ['setup', 'secrets', 'admins'];
const LAST = ['jokes'];

/** Collections that an empty site may have: the voter key is created with the first visit. */
const IGNORED_IF_EMPTY: ReadonlySet<string> = new Set([...LEFT_OUT, 'secrets']);

/** What a joke has of its votes. */
const counted = z.pick(jokeDocument, { histogram: true, week: true, tally: true });

function inOrder(collections: readonly string[]): string[] {
  const middle = collections.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  const known = collections.filter((name) => !LEFT_OUT.has(name));
  return [...FIRST, ...middle, ...LAST].filter((name) => known.includes(name));
}

/**
 * Checks that every document can be written, so that a malformed one stops the restore before it begins.
 * @returns the highest number of a joke
 * @throws Error naming the first malformed line and field
 */
async function checkDocuments(
  { documents }: SiteAccess,
  folder: string,
  { collections }: Manifest,
  { onProgress, signal }: Observer,
): Promise<number> {
  let highest = 0;
  const writableLine = documentLine.check(({ value, issues }) => {
    const path = documents.findMalformed(value.fields);
    if (path) issues.push({ code: 'custom', input: value, path: ['fields', ...path] });
  });
  for (const name of Object.keys(collections)) {
    let checked = 0;
    for await (const { id } of readJsonLines(pathsOf(folder).collection(name), writableLine)) {
      signal?.throwIfAborted();
      if (name === 'jokes') highest = Math.max(highest, jokeId.safeParse(Number(id)).data ?? 0);
      checked += 1;
      onProgress(`Checking ${name}: ${checked.toLocaleString('en')}`);
    }
  }
  return highest;
}

/** A joke of an export, with what earlier versions stored otherwise: what counts of its votes, and that it is removed. */
function asStoredNow({ documents }: SiteAccess, { id, fields }: StoredDocument): StoredDocument {
  if (fields['status'] === 'deleted' && !('joke_text' in fields)) {
    return { id, fields: { ...fields, status: 'removed' } };
  }
  const { data } = counted.safeParse(documents.decode(fields));
  if (!data || 'weighted' in fields) return { id, fields };
  return { id, fields: { ...fields, ...weightsOf(data) } };
}

/** The documents of a collection's file in parts that fit into a commit. */
async function* partsOf(path: string): AsyncGenerator<StoredDocument[]> {
  let part: StoredDocument[] = [];
  let characters = 0;
  for await (const document of readJsonLines(path, documentLine)) {
    part.push(document);
    characters += JSON.stringify(document.fields).length;
    if (part.length === DOCUMENTS_PER_COMMIT || characters > CHARACTERS_PER_COMMIT) {
      yield part;
      part = [];
      characters = 0;
    }
  }
  if (part.length > 0) yield part;
}

/**
 * Restores an export into an empty site, also one of an earlier version. Every file and document is checked before
 * anything is written. Running instances read the whole catalog again. If it is interrupted, empty the site before the
 * next attempt.
 * @throws Error if the export is damaged or has a malformed document, or if the site is not empty
 */
export async function restoreSite(
  context: Context,
  folder: string,
  observer: Observer,
): Promise<Manifest> {
  const site = accessSite(context);
  const { documents, files, catalog, catalogData } = site;
  const { onProgress, signal } = observer;
  const paths = pathsOf(folder);
  const manifest = await openBackup(folder, observer);
  const highest = await checkDocuments(site, folder, manifest, observer);
  await files.assertReadable();
  const present = (await documents.collections()).filter((name) => !IGNORED_IF_EMPTY.has(name));
  if (present.length > 0) {
    throw new Error(
      `Nothing was restored: the site is not empty. It has ${present.join(', ')}. docs/data.md says how to empty it.`,
    );
  }

  // What visitors submit meanwhile gets other numbers, and an instance that starts meanwhile shows nothing.
  await catalogData.replaceRoot(newRoot(highest + 1));
  await catalog.save();
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
    for await (const part of partsOf(paths.collection(collection))) {
      signal?.throwIfAborted();
      const isJokes = collection === 'jokes';
      await documents.write(
        collection,
        isJokes ? part.map((joke) => asStoredNow(site, joke)) : part,
      );
      restored += part.length;
      onProgress(`Restoring ${collection}: ${restored.toLocaleString('en')} of ${total}`);
    }
  }
  await catalog.restart();
  await catalog.save(true);
  return manifest;
}
