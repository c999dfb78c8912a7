import { join } from 'node:path';
import { collectionFile, imageFolder, imageLine, imageList } from './backup-layout.ts';
import type { BackupObserver } from './export.service.ts';
import { hashFile, readLineFile } from '../files/line-file.ts';
import type { Manifest } from './manifest.ts';

/** The most problems to list; more would add nothing. */
const MOST_PROBLEMS = 20;

/**
 * Compares every file of a backup with its SHA-256.
 * @throws Error listing the files that are missing or have changed
 */
export async function verifyBackup(
  folder: string,
  { collections, images }: Manifest,
  { onProgress, signal }: BackupObserver,
): Promise<void> {
  const problems: string[] = [];
  async function verify(path: string, sha256: string): Promise<void> {
    signal?.throwIfAborted();
    const found = await hashFile(path);
    if (found === undefined) problems.push(`${path} is missing`);
    else if (found !== sha256) problems.push(`${path} has changed`);
  }

  for (const [collection, { sha256 }] of Object.entries(collections)) {
    onProgress(`Verifying ${collection}`);
    await verify(collectionFile(folder, collection), sha256);
  }
  await verify(imageList(folder), images.sha256);
  if (problems.length === 0) {
    let verified = 0;
    for await (const { name, sha256 } of readLineFile(imageList(folder), imageLine)) {
      await verify(join(imageFolder(folder), name), sha256);
      verified += 1;
      onProgress(`Verifying images: ${verified.toLocaleString('en')} of ${images.files}`);
    }
  }
  if (problems.length === 0) return;
  const rest = problems.length - MOST_PROBLEMS;
  throw new Error(
    [
      'The export is damaged; nothing was restored:',
      ...problems.slice(0, MOST_PROBLEMS),
      ...(rest > 0 ? [`… and ${rest} more`] : []),
    ].join('\n'),
  );
}
