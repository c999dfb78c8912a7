import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { imageFileName, moment } from '../../contract/index.ts';
import { hashFile, parseJson, readJsonLines } from '../files.ts';
import type { Observer } from '../site-access.ts';

/** Collections that are neither exported nor restored: sessions, what is made from others, and those of earlier versions. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessions',
  'catalog',
  'discover',
  'audit',
  'reported_jokes',
]);

const MANIFEST = 'manifest.json';
/** Incremented when the layout of a backup changes. */
const FORMAT = 1;

/** A line in a collection's file. */
export const documentLine = z.strictObject({
  id: z.string().check(z.minLength(1)),
  fields: z.record(z.string(), z.unknown()),
});

/** A line in the list of image files. */
export const imageLine = z.strictObject({
  name: imageFileName,
  joke_id: z.int(),
  bytes: z.int(),
  sha256: z.string(),
});

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const manifestSchema = z.strictObject({
  format: z.literal(FORMAT),
  project: z.string(),
  /** the moment at which the documents were read */
  exported_at: moment,
  /** by collection; the documents are in `{collection}.jsonl` */
  collections: z.record(
    z.string().check(z.regex(/^\w+$/)),
    z.strictObject({ documents: z.int(), sha256 }),
  ),
  /** `images.jsonl` lists the files in `images/`, each with its SHA-256 */
  images: z.strictObject({ files: z.int(), bytes: z.int(), sha256 }),
});

/** The contents of a backup. It is written last, so a folder without one is not a backup. */
export type Manifest = Omit<z.infer<typeof manifestSchema>, 'format'>;

/** The paths in the folder of a backup. */
export function pathsOf(folder: string) {
  return {
    manifest: join(folder, MANIFEST),
    /** the file with a collection's documents */
    collection: (name: string) => join(folder, `${name}.jsonl`),
    /** the list of image files */
    imageList: join(folder, 'images.jsonl'),
    images: join(folder, 'images'),
    image: (name: string) => join(folder, 'images', name),
  };
}

/** Writes the manifest, which completes the backup. */
export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  const path = pathsOf(folder).manifest;
  const text = `${JSON.stringify({ format: FORMAT, ...value }, null, 2)}\n`;
  await writeFile(`${path}.part`, text, { mode: 0o600 });
  await rename(`${path}.part`, path);
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = pathsOf(folder).manifest;
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    throw new Error(`${folder} is not a complete export: it has no ${MANIFEST}.`, { cause });
  });
  const json = parseJson(text);
  if (json === undefined) throw new Error(`${path} is not JSON.`);
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) {
    const fields = parsed.error.issues.map((issue) => issue.path.join('.') || 'the whole file');
    throw new Error(`${path} is malformed, or of another version: ${fields.join(', ')}.`);
  }
  return parsed.data;
}

/**
 * Reads the manifest of a backup and compares every file with its SHA-256. Files that are missing or have
 * changed are reported.
 * @throws Error if the folder is not a complete backup of this format
 */
export async function openBackup(
  folder: string,
  { onProgress, onProblem, signal }: Observer,
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  const { collections, images } = manifest;
  const paths = pathsOf(folder);
  let damaged = 0;
  async function verify(path: string, expected: string): Promise<void> {
    signal?.throwIfAborted();
    const found = await hashFile(path);
    if (found === expected) return;
    damaged += 1;
    onProblem(`${path} ${found === undefined ? 'is missing' : 'has changed'}`);
  }

  for (const [name, collection] of Object.entries(collections)) {
    onProgress(`Verifying ${name}`);
    await verify(paths.collection(name), collection.sha256);
  }
  await verify(paths.imageList, images.sha256);
  if (damaged === 0) {
    let verified = 0;
    for await (const image of readJsonLines(paths.imageList, imageLine)) {
      await verify(paths.image(image.name), image.sha256);
      verified += 1;
      onProgress(`Verifying images: ${verified.toLocaleString('en')} of ${images.files}`);
    }
  }
  if (damaged === 0) return manifest;
  throw new Error(
    `The export is damaged; nothing was restored. Damaged files: ${damaged.toLocaleString('en')}.`,
  );
}
