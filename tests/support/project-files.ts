import { globSync } from 'node:fs';
import { join } from 'node:path';

/** The project's folder. */
export const root = join(import.meta.dirname, '..', '..');

const NOT_OURS = ['node_modules', 'dist', 'dist-renderer', 'lib', '.data', '.git', '.cache'];

/** The project's own files that match a pattern, in order; without packages, builds and local data. */
export function projectFiles(pattern: string): string[] {
  return globSync(pattern, {
    cwd: root,
    exclude: (path) => path.split('/').some((part) => NOT_OURS.includes(part)),
  }).toSorted((a, b) => a.localeCompare(b));
}
