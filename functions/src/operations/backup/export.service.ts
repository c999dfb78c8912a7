import { createHash } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import type * as z from 'zod/mini';
import type { Context } from '../../site.ts';
import { writeJsonLines } from '../files.ts';
import { accessSite, type Observer } from '../site-access.ts';
import {
  LEFT_OUT,
  pathsOf,
  writeManifest,
  type documentLine,
  type imageLine,
  type Manifest,
} from './backup-folder.ts';

/**
 * Writes the whole site to a new folder: every document as it was at one moment, and every image. The
 * site may run at the same time.
 * @throws Error if the folder is not empty or the bucket can't be read; then nothing is written
 */
export async function exportSite(
  context: Context,
  folder: string,
  { onProgress, signal }: Observer,
): Promise<Manifest> {
  const { documents, files } = accessSite(context);
  const paths = pathsOf(folder);
  await files.assertReadable();
  await mkdir(folder, { recursive: true, mode: 0o700 });
  if ((await readdir(folder)).length > 0) {
    throw new Error(`${folder} is not empty; export to a new or empty folder.`);
  }
  const moment = await documents.now();

  async function* documentLines(name: string): AsyncGenerator<z.infer<typeof documentLine>> {
    let exported = 0;
    for await (const page of documents.list(name, moment)) {
      signal?.throwIfAborted();
      yield* page;
      exported += page.length;
      onProgress(`Exporting ${name}: ${exported.toLocaleString('en')}`);
    }
  }

  let bytes = 0;
  async function* imageLines(): AsyncGenerator<z.infer<typeof imageLine>> {
    let exported = 0;
    for await (const page of files.list()) {
      for (const { name, jokeId } of page) {
        signal?.throwIfAborted();
        const content = await files.read(name);
        // Its joke has had a new image since it was listed.
        if (!content) continue;
        await writeFile(paths.image(name), content, { flag: 'wx', mode: 0o600 });
        const sha256 = createHash('sha256').update(content).digest('hex');
        yield { name, joke_id: jokeId, bytes: content.length, sha256 };
        bytes += content.length;
        exported += 1;
        onProgress(`Exporting images: ${exported.toLocaleString('en')} files`);
      }
    }
  }

  const collections: Manifest['collections'] = {};
  for (const name of await documents.collections()) {
    if (LEFT_OUT.has(name)) continue;
    const { lines, sha256 } = await writeJsonLines(paths.collection(name), documentLines(name));
    collections[name] = { documents: lines, sha256 };
  }
  await mkdir(paths.images, { mode: 0o700 });
  const { lines, sha256 } = await writeJsonLines(paths.imageList, imageLines());
  const manifest: Manifest = {
    project: context.config.projectId,
    exported_at: moment.toDate().toISOString(),
    collections,
    images: { files: lines, bytes, sha256 },
  };
  await writeManifest(folder, manifest);
  return manifest;
}
