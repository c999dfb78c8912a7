import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import * as z from 'zod';

const root = join(import.meta.dirname, '..', '..');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** oxlint and oxfmt have their own help, and one command is help. */
const commands = Object.entries(scripts).filter(
  ([name]) => !['lint', 'format', 'help'].includes(name),
);

/** Runs a script of package.json without installing anything first. */
async function run(script: string, option: string) {
  const [file = '', ...args] = script
    .replace(/^node scripts\/bootstrap\.mjs (?:--dev )?/, '')
    .split(' ');
  const child = spawn(process.execPath, [join(root, file), ...args, option], { cwd: root });
  const [out, errors, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ]);
  const exit: unknown = code;
  return { out, errors, exit };
}

test.for(commands)(
  'npm run %s explains itself, and does nothing for an unknown option',
  async ([name, script]) => {
    const typed = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
    const help = await run(script, '--help');
    expect(help).toMatchObject({ errors: '', exit: 0 });
    expect(help.out).toContain(`Usage: ${typed} -- `);
    expect(help.out).toContain(`\nExample: ${typed}`);

    const wrong = await run(script, '--no-such-option');
    expect(wrong).toMatchObject({ out: '', exit: 2 });
    expect(wrong.errors).toBe(`Unknown option '--no-such-option'\n\n${help.out}`);
  },
);

test('a folder that Vite can’t build in is refused before anything is installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'a #1 folder '));
  try {
    cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
    const child = spawn(process.execPath, [join(folder, 'scripts/bootstrap.mjs')]);
    const [errors, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);
    expect(errors).toBe(
      `Move the project to a folder without '#' in its path: Vite can't build in ${folder}.\n`,
    );
    expect(code).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
