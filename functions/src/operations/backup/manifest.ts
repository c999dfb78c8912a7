import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const FILE = 'manifest.json';
/** Incremented when the layout of a backup changes. */
const FORMAT = 1;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  project: z.string(),
  /** the moment at which the documents were read */
  exported_at: z.iso.datetime(),
  /** by collection; the documents are in `{collection}.jsonl` */
  collections: z.record(
    z.string().check(z.regex(/^\w+$/)),
    z.strictObject({ documents: z.int(), sha256 }),
  ),
  /** `images.jsonl` lists the files in `images/`, each with its SHA-256 */
  images: z.strictObject({ files: z.int(), bytes: z.int(), sha256 }),
});

/** The contents of a backup. It is written last, so a folder without one is not a backup. */
export type Manifest = Omit<z.infer<typeof manifest>, 'format'>;

/** Writes the manifest, which completes the backup. */
export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...value }, null, 2)}\n`;
  const partial = join(folder, `${FILE}.part`);
  await writeFile(partial, text, { mode: 0o600 });
  await rename(partial, join(folder, FILE));
}

/**
 * @returns the manifest of a backup, and the manifest's SHA-256, which identifies the backup
 * @throws Error if the folder is not a backup of this format
 */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; hash: string }> {
  let text: string;
  try {
    text = await readFile(join(folder, FILE), 'utf8');
  } catch (cause) {
    throw new Error(`${folder} is not a complete export: it has no ${FILE}.`, { cause });
  }
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (cause) {
    throw new Error(`${join(folder, FILE)} is not JSON.`, { cause });
  }
  const parsed = manifest.safeParse(json);
  if (!parsed.success) {
    throw new Error(`${join(folder, FILE)}: ${z.prettifyError(parsed.error)}`);
  }
  return { manifest: parsed.data, hash: createHash('sha256').update(text).digest('hex') };
}
