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

/** Keep a commit within Firestore's 10 MiB. */
const DOCUMENTS_PER_COMMIT = 400;
const CHARACTERS_PER_COMMIT = 2_000_000;

/** The root makes the restored site visible; without it nothing can be submitted or moderated. */
const CATALOG = 'catalog';
const CATALOG_ROOT = 'root';
/** First what nobody else may create meanwhile, then what a vote needs, and the catalog last. */
const FIRST = ['setup', 'secrets', 'admins'];
const LAST = ['jokes', CATALOG];

/** What a site may hold and still count as empty: the key is made with the first visit. */
const NOTHING_OF_VALUE: ReadonlySet<string> = new Set([...LEFT_OUT, 'secrets']);

/**
 * Restores an export. Every file is verified before anything is written. Cut off anywhere, it is run
 * again with the same folder and begins again. Instances refuse to write once they have seen the mark.
 * Until then the order keeps votes and ratings together: the jokes are deleted before the ratings and
 * come back after them, and no vote is counted without its joke.
 * @param replace whether what the site holds is deleted first
 * @throws Error when the export is damaged, or the site is not empty and is not to be replaced
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
    const tell = (count: number) => {
      signal?.throwIfAborted();
      deleted += count;
      onProgress(`Deleting what the site holds: ${deleted.toLocaleString('en')}`);
    };
    const present = inOrder(await documents.collections()).toReversed();
    for (const collection of present) {
      if (collection !== RESTORE_MARKS) await documents.removeAll(collection, tell);
    }
    for await (const page of files.list()) {
      for (const { name } of page) await files.remove(name);
      tell(page.length);
    }
  }

  /** Leaves the site ready to be filled, with a mark that says so until it is. */
  async function prepare(
    backup: string,
    replace: boolean,
    observer: BackupObserver,
  ): Promise<void> {
    const earlier = await mark.readBackup();
    const goesOn = earlier === backup;
    if (earlier !== undefined && !goesOn && !replace) {
      throw new Error('Another export was being restored here: finish that, or say --replace.');
    }
    if (!goesOn && !replace) {
      const holds = (await documents.collections()).filter((name) => !NOTHING_OF_VALUE.has(name));
      if (holds.length > 0) {
        throw new Error(
          `The site is not empty (${holds.join(', ')}). To delete all that it holds: --replace`,
        );
      }
    }
    await mark.write({ backup, started_at: new Date(clock()) });
    if (goesOn || replace) await clear(observer);
  }

  async function restoreImages(folder: string, total: number, observer: BackupObserver) {
    let restored = 0;
    for await (const { name, joke_id } of readLineFile(imageList(folder), imageLine)) {
      observer.signal?.throwIfAborted();
      await files.create(name, joke_id, await readFile(join(imageFolder(folder), name)));
      restored += 1;
      observer.onProgress(`Restoring pictures: ${restored.toLocaleString('en')} of ${total}`);
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
    const held: StoredDocument[] = [];
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
        held.push(document);
        continue;
      }
      batch.push(document);
      characters += JSON.stringify(document.fields).length;
      if (batch.length === DOCUMENTS_PER_COMMIT || characters > CHARACTERS_PER_COMMIT)
        await commit();
    }
    await commit();
    batch = held;
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
