import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';

const firebaserc = z.object({
  projects: z.optional(z.object({ default: z.optional(z.string()) })),
});

/**
 * The default project in .firebaserc, if there is one.
 * @param root the folder that holds .firebaserc
 */
export function defaultProject(root: string): string | undefined {
  const text = readFileSync(join(root, '.firebaserc'), 'utf8');
  return firebaserc.parse(JSON.parse(text)).projects?.default;
}
