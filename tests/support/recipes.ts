import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project-files.ts';

interface Edit {
  file: string;
  /** each begins with a space (stays), a minus (goes) or a plus (is new) */
  lines: string[];
}

/** The edits in a text's `diff` blocks: `--- file` names the file, `@@` begins another place in it. */
function editsIn(text: string): Edit[] {
  const edits: Edit[] = [];
  for (const [, block = ''] of text.matchAll(/^```diff\n(.*?)^```/gms)) {
    for (const line of block.trimEnd().split('\n')) {
      const last = edits.at(-1);
      if (line.startsWith('--- ')) edits.push({ file: line.slice(4), lines: [] });
      else if (last && line === '@@') edits.push({ file: last.file, lines: [] });
      else last?.lines.push(line);
    }
  }
  return edits;
}

/** Applies an edit. The lines that stay or go are the beginnings of lines that the file has once, in a row. */
function edited({ file, lines }: Edit, text: string | undefined): string {
  const added = lines.filter((line) => line.startsWith('+')).map((line) => line.slice(1));
  const known = lines.filter((line) => !line.startsWith('+')).map((line) => line.slice(1).trim());
  if (known.length === 0) {
    if (text !== undefined) throw new Error(`${file} exists already.`);
    return `${added.join('\n')}\n`;
  }
  const before = (text ?? '').split('\n');
  const places = before.flatMap((_, at) =>
    known.every((start, index) => before[at + index]?.trim().startsWith(start)) ? [at] : [],
  );
  const [at = 0] = places;
  if (places.length !== 1) throw new Error(`${file} has “${known[0]}” ${places.length} times.`);
  let next = at;
  const after = lines.flatMap((line) => {
    if (line.startsWith('+')) return line.slice(1);
    next += 1;
    return line.startsWith('-') ? [] : (before[next - 1] ?? '');
  });
  return [...before.slice(0, at), ...after, ...before.slice(next)].join('\n');
}

/**
 * Applies all recipes of docs/contributing.md to the project's files, without writing them.
 * @returns the files that they change and their new texts
 * @throws {Error} names an edit that does not fit its file
 */
export function applyRecipes(): Map<string, string> {
  const changed = new Map<string, string>();
  for (const edit of editsIn(readFileSync(join(root, 'docs/contributing.md'), 'utf8'))) {
    const path = join(root, edit.file);
    const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
    changed.set(edit.file, edited(edit, changed.get(edit.file) ?? text));
  }
  return changed;
}
