import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageFileData } from '../../features/images/image-files.data.ts';
import {
  collectionFile,
  documentLine,
  imageFolder,
  imageLine,
  imageList,
  LEFT_OUT,
} from './backup-layout.ts';
import type { DocumentData, StoredDocument } from './documents.data.ts';
import type { BackupObserver } from './export.service.ts';
import { readLineFile } from '../files/line-file.ts';
import { readManifest, type Manifest } from './manifest.ts';
import { RESTORE_MARKS, type RestoreMarkData } from '../../database/restore-mark.data.ts';
import { verifyBackup } from './verify-backup.ts';

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

/**
 * Restores an export. Every file is verified before anything is written. If it is interrupted, run it
 * again with the same folder: it starts over. Instances refuse to write once they have seen the mark.
 * Until then the order keeps votes and ratings consistent: jokes are deleted before their ratings and
 * restored after them, and no vote is counted without its joke.
 * @param replace whether to delete the site's data first
 * @throws Error if the export is damaged, or if the site is not empty and `replace` is false
 */
export type RestoreSite = (
  folder: string,
  replace: boolean,
  observer: BackupObserver,
) => Promise<Manifest>;

function inOrder(collections: readonly string[]): string[] {
  const middle = collections.filter((name) => !FIRST.includes(name) && !LAST.includes(name));
  return [...FIRST, ...middle, ...LAST].filter((name) => collections.includes(name));
}

export function createSiteRestore(parts: {
  documents: DocumentData;
  files: ImageFileData;
  mark: RestoreMarkData;
  clock: () => number;
}): RestoreSite {
  const { documents, files, mark, clock } = parts;

  async function clear({ onProgress, signal }: BackupObserver): Promise<void> {
    let deleted = 0;
    const report = (count: number) => {
      signal?.throwIfAborted();
      deleted += count;
      onProgress(`Deleting the site's data: ${deleted.toLocaleString('en')}`);
    };
    const present = inOrder(await documents.collections()).toReversed();
    for (const collection of present) {
      if (collection !== RESTORE_MARKS) await documents.removeAll(collection, report);
    }
    for await (const page of files.list()) {
      for (const { name } of page) await files.remove(name);
      report(page.length);
    }
  }

  /** Marks the restore as unfinished, and leaves the site empty. */
  async function prepare(
    backup: string,
    replace: boolean,
    observer: BackupObserver,
  ): Promise<void> {
    const earlier = await mark.readBackup();
    const restarted = earlier === backup;
    if (earlier !== undefined && !restarted && !replace) {
      throw new Error(
        'The restore of another export is unfinished: run that again, or use --replace.',
      );
    }
    if (!restarted && !replace) {
      const present = (await documents.collections()).filter((name) => !IGNORED_IF_EMPTY.has(name));
      if (present.length > 0) {
        throw new Error(
          `The site is not empty (${present.join(', ')}). To delete all its data first, use --replace.`,
        );
      }
    }
    await mark.write({ backup, started_at: new Date(clock()) });
    if (restarted || replace) await clear(observer);
  }

  async function restoreImages(folder: string, total: number, observer: BackupObserver) {
    let restored = 0;
    for await (const { name, joke_id } of readLineFile(imageList(folder), imageLine)) {
      observer.signal?.throwIfAborted();
      await files.create(name, joke_id, await readFile(join(imageFolder(folder), name)));
      restored += 1;
      observer.onProgress(`Restoring images: ${restored.toLocaleString('en')} of ${total}`);
    }
  }

  async function restoreCollection(
    folder: string,
    collection: string,
    total: number,
    { onProgress, signal }: BackupObserver,
  ): Promise<void> {
    let batch: StoredDocument[] = [];
    let characters = 0;
    let restored = 0;
    const last: StoredDocument[] = [];
    async function commit(): Promise<void> {
      signal?.throwIfAborted();
      if (batch.length > 0) await documents.write(collection, batch);
      restored += batch.length;
      batch = [];
      characters = 0;
      onProgress(`Restoring ${collection}: ${restored.toLocaleString('en')} of ${total}`);
    }
    for await (const document of readLineFile(collectionFile(folder, collection), documentLine)) {
      if (collection === CATALOG && document.id === CATALOG_ROOT) {
        last.push(document);
        continue;
      }
      batch.push(document);
      characters += JSON.stringify(document.fields).length;
      if (batch.length === DOCUMENTS_PER_COMMIT || characters > CHARACTERS_PER_COMMIT)
        await commit();
    }
    await commit();
    batch = last;
    await commit();
  }

  return async (folder, replace, observer) => {
    const { manifest, hash } = await readManifest(folder);
    await verifyBackup(folder, manifest, observer);
    await files.assertReadable();
    await prepare(hash, replace, observer);
    await restoreImages(folder, manifest.images.files, observer);
    for (const collection of inOrder(Object.keys(manifest.collections))) {
      const total = manifest.collections[collection]?.documents ?? 0;
      await restoreCollection(folder, collection, total, observer);
    }
    await mark.remove();
    return manifest;
  };
}
