import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { root } from '../project-files.ts';

const INSTALLED = ['node_modules', 'functions/node_modules'];
const LEFT_OUT = [
  ...INSTALLED,
  '.git',
  '.data',
  '.cache',
  'web/dist',
  'web/dist-renderer',
  'functions/lib',
];

/** A copy of the project in which tests plant faults. */
export interface ProjectCopy extends Disposable {
  root: string;
  /** Edits a file's text. @throws {Error} if `change` returns the same text */
  edit(file: string, change: (text: string) => string): void;
  /** Creates or overwrites a file. */
  write(file: string, text: string): void;
  /** Reverts every `edit` and `write`. */
  restore(): void;
}

/**
 * Copies the project. Installed packages are linked; nothing is built.
 * @param parts the files and folders of the root to copy, functions/ among them; default: all
 */
export function copyProject(parts: readonly string[] = readdirSync(root)): ProjectCopy {
  const copy = mkdtempSync(join(tmpdir(), 'facts-copy-'));
  for (const part of parts) {
    cpSync(join(root, part), join(copy, part), {
      recursive: true,
      filter: (source) => !LEFT_OUT.includes(relative(root, source)),
    });
  }
  for (const folder of INSTALLED) linkInstalled(folder, copy);
  const originals = new Map<string, string | undefined>();
  const read = (file: string) => {
    const path = join(copy, file);
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  };
  const write = (file: string, text: string) => {
    if (!originals.has(file)) originals.set(file, read(file));
    mkdirSync(join(copy, dirname(file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  };
  return {
    root: copy,
    write,
    edit(file, change) {
      const text = read(file) ?? '';
      const changed = change(text);
      if (changed === text) throw new Error(`The edit did not change ${file}.`);
      write(file, changed);
    },
    restore() {
      for (const [file, text] of originals) {
        if (text === undefined) rmSync(join(copy, file));
        else writeFileSync(join(copy, file), text);
      }
      originals.clear();
    },
    [Symbol.dispose]: () => rmSync(copy, { recursive: true }),
  };
}

/** Links each installed package. Links to packages/ lead to the copy's packages. */
function linkInstalled(folder: string, copy: string): void {
  mkdirSync(join(copy, folder));
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const source = join(root, folder, entry.name);
    const target = entry.isSymbolicLink() ? readlinkSync(source) : source;
    symlinkSync(target, join(copy, folder, entry.name));
  }
}
