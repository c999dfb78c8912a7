import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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

describe('an option that npm keeps is refused, with what to write instead', () => {
  const folder = mkdtempSync(join(tmpdir(), 'npm-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  beforeAll(() => {
    const own = Object.entries(scripts).map(([name, script]) => [
      name,
      script.replace(
        /^node .*?(?=scripts\/)(?:scripts\/bootstrap\.mjs )?/,
        `"${process.execPath}" ${root}/`,
      ),
    ]);
    const manifest = { scripts: Object.fromEntries(own) };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  });

  test.each([
    ['import "my facts.jsonl" --dry-run', '--dry-run', 'import -- "my facts.jsonl" --dry-run'],
    ['import facts.csv --project=my-facts', '--project', 'import -- facts.csv --project my-facts'],
    ['export ../backup --project my-facts', '--project', 'export -- <new folder> --project <id>'],
    ['restore ../backup --bucket b', '--bucket', 'restore -- <folder> --bucket <name>'],
    ['images:sweep --dry-run', '--dry-run', 'images:sweep -- --dry-run'],
    ['deploy --project my-facts', '--project', 'deploy -- --project <id>'],
    [
      'smoke https://facts.example --password-only',
      '--password-only',
      'smoke -- https://facts.example --password-only',
    ],
    ['build --mode emulator web', '--mode', 'build -- [functions] [web] --mode <mode>'],
    ['dev --fresh', '--fresh', 'dev -- --fresh'],
  ])('npm run %s', { tags: 'S28' }, (typed, kept, line) => {
    const { status, stderr } = spawnSync(`npm run -s ${typed}`, {
      cwd: folder,
      shell: true,
      encoding: 'utf8',
    });
    expect(stderr).toBe(`npm kept ${kept}. Write: npm run ${line}\n`);
    expect(status).toBe(2);
  });

  test('what npm sets itself confirms nothing', { tags: 'S28' }, () => {
    const { status, stderr } = spawnSync('npm run -s admin:reset --yes', {
      cwd: folder,
      shell: true,
      encoding: 'utf8',
    });
    expect(stderr).toContain('To confirm it: npm run admin:reset -- --yes');
    expect(status).toBe(2);
  });
});

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
