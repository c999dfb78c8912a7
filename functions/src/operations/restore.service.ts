import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { anyDocument } from '../catalog/joke.ts';
import { newRoot } from '../catalog/root.data.ts';
import { jokeId } from '../contract/index.ts';
import { dailyDocument } from '../jokes/daily.service.ts';
import { changeDocument } from '../moderation/changes.data.ts';
import { reportContent } from '../moderation/reports.service.ts';
import { keyDocument } from '../platform/signing.service.ts';
import { MalformedDocument, parseFields } from '../platform/stored-document.data.ts';
import { adminDocument } from '../sessions/sign-in.data.ts';
import { createServices, type Context } from '../site.ts';
import { ratingContent } from '../votes/ratings.service.ts';
import { voterDocument } from '../votes/voter-documents.data.ts';
import { createDocumentData, documentLine, type DocumentLine } from './documents.data.ts';
import {
  imageLine,
  imagePath,
  LEFT_OUT,
  linesPath,
  readLines,
  readManifest,
  type Manifest,
} from './export-folder.ts';
import type { Observer } from './observer.ts';

/** The schemas of the documents that an export has, by collection. Of `setup`, only the existence counts. */
const storedSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['jokes', anyDocument],
  ['ratings', z.intersection(voterDocument, ratingContent)],
  ['reports', z.intersection(voterDocument, reportContent)],
  ['changes', changeDocument],
  ['daily', dailyDocument],
  ['admins', adminDocument],
  ['secrets', keyDocument],
]);

/** These keep a commit within Firestore's 10 MiB. */
const DOCUMENTS_PER_COMMIT = 400;
const CHARACTERS_PER_COMMIT = 2_000_000;

/** Collections that an empty site may have: the voter key is created with the first visit. */
const IGNORED_IF_EMPTY: ReadonlySet<string> = new Set([...LEFT_OUT, 'secrets']);

/**
 * Checks that an export is complete, and that every document can be written; reports those that this version can't read.
 * @returns the highest number of a joke, and how many documents were reported
 * @throws Error naming the first file that is missing or cut, or the first line and field that are malformed
 */
async function check(
  folder: string,
  manifest: Manifest,
  { onProgress, onProblem, signal }: Observer,
): Promise<{ highest: number; unreadable: number }> {
  let highest = 0;
  let unreadable = 0;
  for (const [name, count] of Object.entries(manifest.collections)) {
    onProgress(`Checking ${name}`);
    const schema = storedSchemas.get(name) ?? z.unknown();
    for await (const { id, fields } of readLines(linesPath(folder, name), documentLine, count)) {
      signal?.throwIfAborted();
      try {
        parseFields(schema, `${name}/${id}`, fields);
      } catch (error) {
        if (!(error instanceof MalformedDocument)) throw error;
        unreadable += 1;
        onProblem(`${error.path} can’t be read by this version: ${error.fields.join(', ')}`);
      }
      if (name === 'jokes') highest = Math.max(highest, jokeId.safeParse(Number(id)).data ?? 0);
    }
  }
  onProgress('Checking images');
  const files = new Set(await readdir(join(folder, 'images')));
  for await (const { name } of readLines(linesPath(folder, 'images'), imageLine, manifest.images)) {
    if (!files.has(name)) throw new Error(`The export is damaged: images/${name} is missing.`);
  }
  return { highest, unreadable };
}

/** The documents of a collection's file in parts that fit into a commit. */
async function* partsOf(path: string, count: number): AsyncGenerator<DocumentLine[]> {
  let part: DocumentLine[] = [];
  let characters = 0;
  for await (const document of readLines(path, documentLine, count)) {
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
 * Restores an export into an empty site. Everything is checked before anything is written. Documents that this version
 * can't read are reported and restored as they are: the site leaves them out, as the one that was exported did. Running instances read the
 * whole catalog again. If it is interrupted, empty the site before the next attempt.
 * @throws Error if the export is damaged or has a malformed document, or if the site is not empty
 */
export async function restoreSite(
  context: Context,
  folder: string,
  observer: Observer,
): Promise<Manifest & { unreadable: number }> {
  const { db, imageFiles, snapshots, rootData } = createServices(context);
  const documents = createDocumentData(db);
  const { onProgress, signal } = observer;
  const manifest = await readManifest(folder);
  const { highest, unreadable } = await check(folder, manifest, observer);
  await imageFiles.assertReadable();
  const present = (await documents.collections()).filter((name) => !IGNORED_IF_EMPTY.has(name));
  if (present.length > 0) {
    throw new Error(
      `Nothing was restored: the site is not empty. It has ${present.join(', ')}. docs/data.md says how to empty it.`,
    );
  }

  // What visitors submit meanwhile gets other numbers, and an instance that starts meanwhile shows nothing.
  await rootData.replaceRoot(newRoot(highest + 1));
  await snapshots.save();
  let images = 0;
  const lines = readLines(linesPath(folder, 'images'), imageLine, manifest.images);
  for await (const { name, joke_id } of lines) {
    signal?.throwIfAborted();
    await imageFiles.create(name, joke_id, await readFile(imagePath(folder, name)));
    images += 1;
    onProgress(`Restoring images: ${images.toLocaleString('en')} of ${manifest.images}`);
  }
  for (const [name, count] of Object.entries(manifest.collections)) {
    let restored = 0;
    for await (const part of partsOf(linesPath(folder, name), count)) {
      signal?.throwIfAborted();
      await documents.write(name, part);
      restored += part.length;
      onProgress(`Restoring ${name}: ${restored.toLocaleString('en')}`);
    }
  }
  await snapshots.restart();
  await snapshots.save();
  return { ...manifest, unreadable };
}
