import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readdirRecursive } from 'firebase-tools/lib/fsAsync.js';
import { counted } from '../counted.ts';
import type { FirebaseJson } from './check-files.ts';
import { Refusal } from './checklist.ts';

/** What the function loads to render pages, in its folder. */
const RENDERER = 'lib/renderer/render.js';

const REBUILD = 'Build both together: node scripts/build.ts.';

/**
 * Checks that the renderer is uploaded with the function and is of the same build as the site: its pages
 * name scripts and styles by their content.
 * @returns what was found, for the checklist
 * @throws {Refusal} if not
 */
export async function checkRenderer(
  root: string,
  { hosting, functions: [{ source, ignore }] }: FirebaseJson,
): Promise<string> {
  const folder = join(root, source);
  const uploaded = await readdirRecursive({ path: folder, ignoreStrings: ignore });
  const names = new Set(uploaded.map(({ name }) => relative(folder, name)));
  if (!names.has(RENDERER)) {
    throw new Refusal(
      `Without ${RENDERER}, the function can't render pages. Is it in "ignore" of firebase.json? ${REBUILD}`,
    );
  }
  const renderer = readFileSync(join(folder, RENDERER), 'utf8');
  const files = [...new Set(renderer.match(/(?<=["'`])\/assets\/[\w.-]+(?=["'`])/g))];
  if (!files.some((file) => file.endsWith('.js'))) {
    throw new Refusal(`The renderer names no script of the site. ${REBUILD}`);
  }
  for (const file of files) {
    if (!existsSync(join(root, hosting.public, file))) {
      throw new Refusal(
        `The renderer is of another build than the site: its pages name ${file}, which is not in ` +
          `${hosting.public}. ${REBUILD}`,
      );
    }
  }
  return `uploaded with the function; its pages name ${counted(files.length, 'file')} of this site`;
}
