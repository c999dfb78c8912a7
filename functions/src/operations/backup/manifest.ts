import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod/mini';

const FILE = 'manifest.json';
/** Raised when a backup is laid out in another way. */
const FORMAT = 1;

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

const manifest = z.strictObject({
  format: z.literal(FORMAT),
  project: z.string(),
  /** the moment that the documents show */
  exported_at: z.iso.datetime(),
  /** by collection; the documents stand in `{collection}.jsonl` */
  collections: z.record(
    z.string().check(z.regex(/^\w+$/)),
    z.strictObject({ documents: z.int(), sha256 }),
  ),
  /** `images.jsonl` names the files under `images/`, each with its SHA-256 */
  images: z.strictObject({ files: z.int(), bytes: z.int(), sha256 }),
});

/** What a backup holds; it is written last, so that a folder without one is no backup. */
export type Manifest = Omit<z.infer<typeof manifest>, 'format'>;

/** Writes the manifest, which makes the folder a backup. */
export async function writeManifest(folder: string, value: Manifest): Promise<void> {
  const text = `${JSON.stringify({ format: FORMAT, ...value }, null, 2)}\n`;
  const beside = join(folder, `${FILE}.part`);
  await writeFile(beside, text, { mode: 0o600 });
  await rename(beside, join(folder, FILE));
}

/**
 * @returns the manifest of a backup, and its own SHA-256, which names the backup
 * @throws Error when the folder holds no backup of this format
 */
export async function readManifest(folder: string): Promise<{ manifest: Manifest; hash: string }> {
  let text: string;
  try {
    text = await readFile(join(folder, FILE), 'utf8');
  } catch (cause) {
    throw new Error(`${folder} is no finished export: it has no ${FILE}.`, { cause });
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
