import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type * as z from 'zod';
import { createServices, type Context } from '../site.ts';
import { createDocumentData } from './documents.data.ts';
import {
  COLLECTION,
  imagePath,
  LEFT_OUT,
  linesPath,
  MANIFEST,
  writeLines,
  type imageLine,
  type Manifest,
} from './export-folder.ts';
import type { Observer } from './observer.ts';

/**
 * Writes the whole site to a new folder: every document as it was at one moment, and every image. The site may run at the
 * same time.
 * @throws Error if the folder is not empty, or something can't be read or exported; then nothing is left of the folder
 */
export async function exportSite(
  context: Context,
  folder: string,
  { onProgress, signal }: Observer,
): Promise<Manifest> {
  const { db, imageFiles } = createServices(context);
  const documents = createDocumentData(db);
  await imageFiles.assertReadable();
  const moment = await documents.now();
  const names = (await documents.collections()).filter((name) => !LEFT_OUT.has(name));
  const unsuitable = names.find((name) => !COLLECTION.test(name));
  if (unsuitable !== undefined) {
    throw new Error(`The collection ${unsuitable} can’t be exported: rename or delete it.`);
  }
  const found = await stat(folder).catch(() => undefined);
  if (found && !found.isDirectory()) {
    throw new Error(`${folder} is a file; export to a new or empty folder.`);
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty; export to a new or empty folder.`);
  }

  async function* documentLines(name: string): AsyncGenerator<object> {
    let exported = 0;
    for await (const line of documents.list(name, moment)) {
      signal?.throwIfAborted();
      yield line;
      exported += 1;
      onProgress(`Exporting ${name}: ${exported.toLocaleString('en')}`);
    }
  }

  async function* imageLines(): AsyncGenerator<z.infer<typeof imageLine>> {
    let exported = 0;
    for await (const page of imageFiles.list()) {
      for (const { name, jokeId } of page) {
        signal?.throwIfAborted();
        const content = await imageFiles.read(name);
        // Its joke has had a new image since it was listed.
        if (!content) continue;
        await writeFile(imagePath(folder, name), content, { flag: 'wx', mode: 0o600 });
        yield { name, joke_id: jokeId };
        exported += 1;
        onProgress(`Exporting images: ${exported.toLocaleString('en')} files`);
      }
    }
  }

  try {
    await mkdir(join(folder, 'images'), { mode: 0o700 });
    const collections: Manifest['collections'] = {};
    for (const name of names) {
      collections[name] = await writeLines(linesPath(folder, name), documentLines(name));
    }
    const images = await writeLines(linesPath(folder, 'images'), imageLines());
    const manifest: Manifest = {
      format: 2,
      project: context.config.projectId,
      exported_at: moment.toDate().toISOString(),
      collections,
      images,
    };
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeFile(join(folder, MANIFEST), text, { mode: 0o600 });
    return manifest;
  } catch (error) {
    await rm(folder, { recursive: true });
    throw error;
  }
}
