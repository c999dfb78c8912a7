import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { root } from '../support/project-files.ts';
import { runNode } from '../support/run-node.ts';

const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

/** oxlint and oxfmt have their own help, and one command is help. */
const commands = Object.entries(scripts).filter(
  ([name]) => !['lint', 'format', 'help'].includes(name),
);

test.for(commands)(
  'npm run %s explains itself, and does nothing for an unknown option',
  async ([name, script]) => {
    // Without installing anything first.
    const program = script.replace(/^node scripts\/bootstrap\.mjs (?:--dev )?/, '').split(' ');
    const typed = name === 'start' || name === 'test' ? `npm ${name}` : `npm run ${name}`;
    const help = await runNode([...program, '--help']);
    expect(help).toMatchObject({ errors: '', code: 0 });
    expect(help.output).toContain(`Usage: ${typed} -- `);
    expect(help.output).toContain(`\nExample: ${typed}`);
    expect(await runNode([...program, '--no-such-option'])).toEqual({
      code: 2,
      output: '',
      errors: `Unknown option '--no-such-option'\n\n${help.output}`,
    });
  },
);

test('a folder that Vite can’t build in is refused before anything is installed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'a #1 folder '));
  try {
    cpSync(join(root, 'scripts'), join(folder, 'scripts'), { recursive: true });
    const { errors, code } = await runNode([join(folder, 'scripts/bootstrap.mjs')]);
    expect(errors).toBe(
      `Move the project to a folder without '#' in its path: Vite can't build in ${folder}.\n`,
    );
    expect(code).toBe(1);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
