import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImageFileData } from '../../features/images/image-files.data.ts';
import {
  collectionFile,
  imageFolder,
  imageList,
  LEFT_OUT,
  type documentLine,
  type imageLine,
} from './backup-layout.ts';
import type { DocumentData, Moment } from './documents.data.ts';
import { createLineFile } from '../files/line-file.ts';
import { writeManifest, type Manifest } from './manifest.ts';
import type * as z from 'zod/mini';

/** Follows an export or a restore. */
export interface BackupObserver {
  /** called with a phrase that describes the current step */
  onProgress: (phrase: string) => void;
  signal?: AbortSignal;
}

/**
 * Writes the whole site to a new folder: every document as it was at one moment, and every image. The
 * site may run at the same time.
 * @throws Error if the folder is not empty or the bucket can't be read; then nothing is written
 */
export type ExportSite = (folder: string, observer: BackupObserver) => Promise<Manifest>;

async function prepareFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty; export to a new or empty folder.`);
  }
}

export function createSiteExport(parts: {
  documents: DocumentData;
  files: ImageFileData;
  project: string;
}): ExportSite {
  const { documents, files, project } = parts;

  async function exportCollection(
    folder: string,
    collection: string,
    moment: Moment,
    { onProgress, signal }: BackupObserver,
  ) {
    const file = createLineFile(collectionFile(folder, collection));
    let written = 0;
    for await (const page of documents.list(collection, moment)) {
      signal?.throwIfAborted();
      for (const { id, fields } of page) {
        await file.write({ id, fields } satisfies z.infer<typeof documentLine>);
      }
      written += page.length;
      onProgress(`Exporting ${collection}: ${written.toLocaleString('en')}`);
    }
    const { lines, sha256 } = await file.close();
    return { documents: lines, sha256 };
  }

  async function exportImages(folder: string, { onProgress, signal }: BackupObserver) {
    await mkdir(imageFolder(folder), { mode: 0o700 });
    const list = createLineFile(imageList(folder));
    let bytes = 0;
    let exported = 0;
    for await (const page of files.list()) {
      for (const { name, jokeId } of page) {
        signal?.throwIfAborted();
        const content = await files.read(name);
        // Its joke has had a new image since it was listed.
        if (!content) continue;
        await writeFile(join(imageFolder(folder), name), content, { flag: 'wx', mode: 0o600 });
        const sha256 = createHash('sha256').update(content).digest('hex');
        const line: z.infer<typeof imageLine> = {
          name,
          joke_id: jokeId,
          bytes: content.length,
          sha256,
        };
        await list.write(line);
        bytes += content.length;
        exported += 1;
        onProgress(`Exporting images: ${exported.toLocaleString('en')} files`);
      }
    }
    const { lines, sha256 } = await list.close();
    return { files: lines, bytes, sha256 };
  }

  return async (folder, observer) => {
    await files.assertReadable();
    await prepareFolder(folder);
    const moment = await documents.now();
    const collections: Manifest['collections'] = {};
    for (const collection of await documents.collections()) {
      if (LEFT_OUT.has(collection)) continue;
      collections[collection] = await exportCollection(folder, collection, moment, observer);
    }
    const images = await exportImages(folder, observer);
    const exported_at = moment.toDate().toISOString();
    const manifest: Manifest = { project, exported_at, collections, images };
    await writeManifest(folder, manifest);
    return manifest;
  };
}
