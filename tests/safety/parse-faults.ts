import type { Fault } from './fault.ts';
import { requirements } from './requirements.ts';

/**
 * Reads planted faults. Lines that begin with # are comments.
 * @throws {Error} with the number of the line that is not as described in docs/contributing.md
 */
export function parseFaults(text: string, name: string): Fault[] {
  const lines = text.split('\n');
  const read = (index: number, form: RegExp, says: string) => {
    const [, ...words] = form.exec(lines[index] ?? '') ?? [];
    if (words.length > 0) return words;
    throw new Error(`${name}:${index + 1} must be ${says}: ${lines[index] ?? ''}`);
  };
  const faults: Fault[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    if (/^(?:#|$)/.test(lines[at] ?? '')) continue;
    const [number, what = ''] = read(at, /^([A-Z]\d+) (\S.*)$/, 'a requirement and what is wrong');
    const requirement = requirements.find(({ id }) => id === number);
    if (!requirement) throw new Error(`${name}:${at + 1} has no requirement: ${number}`);
    const [file = '', test = ''] = read(at + 1, /^(\S+) +noticed by +(\S+)$/, 'two files');
    const [before = ''] = read(at + 2, /^- (\S.*)$/, 'the line to replace');
    const after: string[] = [];
    for (at += 3; lines[at]; at += 1) {
      after.push(...read(at, /^\+ (\S.*)$/, 'a line in its place, or empty'));
    }
    faults.push({ id: requirement.id, what, file, before, after: after.join('\n'), test });
  }
  return faults;
}
