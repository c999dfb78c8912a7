import { join } from 'node:path';
import * as z from 'zod/mini';
import { imageFileName } from '../../contract/index.ts';
import { RESTORE_MARKS } from '../../database/restore-mark.data.ts';

/** Collections that are not exported: administrators' sessions, and what expires within a day. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessions',
  'throttles',
  'image_leases',
  RESTORE_MARKS,
]);

/** The path of the file with a collection's documents. */
export function collectionFile(folder: string, collection: string): string {
  return join(folder, `${collection}.jsonl`);
}

/** The path of the list of image files. */
export function imageList(folder: string): string {
  return join(folder, 'images.jsonl');
}

/** The path of the folder of image files. */
export function imageFolder(folder: string): string {
  return join(folder, 'images');
}

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
