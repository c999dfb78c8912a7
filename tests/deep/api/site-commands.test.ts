import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { claimStack } from '../../../local/stack/claim.ts';
import {
  startDataEmulators,
  stackDataFolder,
} from '../../../local/stack/emulators/data-emulators.ts';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';
import { configuredPorts } from '../../../local/stack/ports.ts';
import { readConfig } from '../../../functions/src/config.ts';
import { createContext } from '../../../functions/src/site.ts';
import { inNewFolder, jsonLines } from '../../support/api/import-steps.ts';
import { copyProject } from '../../support/deploy/project-copy.ts';
import { root } from '../../support/project-files.ts';
import { runNode } from '../../support/run-node.ts';

/** Starts a separate local stack, independent of any other on this machine. */
const OFFSET = String(10_000 + 100 * (process.pid % 200));
const ports = configuredPorts(OFFSET);

afterAll(() => rmSync(stackDataFolder(ports), { recursive: true, force: true }));

/** Runs a command, as npm does. */
const run = (command: string, args: string[], environment: Record<string, string> = {}) =>
  runNode(['scripts/site.ts', command, ...args], {
    env: { PATH: process.env['PATH'], PORT_OFFSET: OFFSET, ...environment },
  });

test('help names each command, and one that lacks its operand says so', async () => {
  const { output } = await run('help', []);
  for (const name of ['import', 'restore', 'admin:reset', 'deploy', 'smoke']) {
    expect(output).toContain(`npm run ${name} `);
  }
  const { code, errors } = await run('restore', []);
  expect(errors).toContain('Give exactly one <folder>.');
  expect(code).toBe(2);
});

test.each([
  ['import', ['/none.csv'], 'Couldn’t find /none.csv.'],
  ['import', [root], 'is a folder. An export is restored with npm run restore.'],
  ['export', ['backup'], 'is in the project’s folder, where Git would take its secrets along'],
  ['export', ['/dev/null'], '/dev/null is a file; export to a new or empty folder.'],
  ['export', ['/dev/null/backup'], '/dev/null/backup is not in a folder.'],
  ['restore', ['~/none'], `Couldn’t find ${homedir()}/none.`],
  ['restore', [root], 'is not a complete export: it has no manifest.json.'],
])('%s %j says what is wrong', async (command, args, problem) => {
  const { code, errors } = await run(command, args);
  expect(errors).toContain(problem);
  expect(code).toBe(1);
});

test.each([
  ['admin:reset', [], `To confirm it: PORT_OFFSET=${OFFSET} npm run admin:reset -- --yes`],
  ['smoke', ['facts.example'], '"facts.example" is not the address of a website'],
  ['export', ['a', '--bucket', 'b'], '--bucket needs a real project'],
  ['export', ['a', '--project='], 'Give --project a value.'],
  [
    'images:sweep',
    ['--project', 'Facts!'],
    '"Facts!" is not a project id: 6 to 30 lowercase letters',
  ],
  [
    'images:sweep',
    ['--project', 'demo-facts'],
    'Projects named demo-… exist only on the local stack',
  ],
])('%s %j is a wrong command line', { tags: 'S28' }, async (command, args, problem) => {
  const { code, errors } = await run(command, args);
  expect(errors).toContain(problem);
  expect(code).toBe(2);
});

describe('without --project, a command acts on the local stack of its own checkout', () => {
  test('that of another checkout is refused, with both folders', { tags: 'S28' }, async () => {
    using other = copyProject();
    await using stack = new AsyncDisposableStack();
    const claim = await claimStack(ports, 'busy');
    stack.defer(claim.release);
    const { code, errors } = await runNode([join(other.root, 'scripts/site.ts'), 'images:sweep'], {
      env: { PATH: process.env['PATH'], PORT_OFFSET: OFFSET },
    });
    expect(errors).toContain(
      `port ${ports.hosting} belongs to ${root}, and this command to ${other.root}.`,
    );
    expect(code).toBe(1);
  });

  test(
    'of two at once on a stopped stack, one works and the other says so',
    { tags: 'S28' },
    async () => {
      const both = await Promise.all(
        ['catalog:rebuild', 'catalog:rebuild'].map((name) =>
          run(name, [], { npm_lifecycle_event: name }),
        ),
      );
      const [refused] = both.filter(({ code }) => code !== 0);
      expect(refused).toMatchObject({
        code: 1,
        errors:
          "npm run catalog:rebuild is using the data of this folder's local stack. Run this command again when it is done.\n",
      });
    },
  );

  test(
    'one that is starting is not used yet, and another program is named',
    { tags: 'S28' },
    async () => {
      const claim = await claimStack(ports, "This folder's local stack is starting");
      const { errors } = await run('images:sweep', []);
      expect(errors).toBe(
        "This folder's local stack is starting. Run this command again when it is done.\n",
      );
      await claim.release();
      const program = createServer().listen(ports.firestore, LOOPBACK);
      await listeningPort(program);
      const taken = await run('images:sweep', []);
      await closeServer(program);
      expect(taken).toMatchObject({
        code: 1,
        errors: expect.stringContaining(
          `Port ${ports.firestore}, for the Firestore emulator, is in use`,
        ),
      });
    },
  );
});

describe('a real project is never used by accident', () => {
  test.each([
    ['real-facts', { FIRESTORE_EMULATOR_HOST: '127.0.0.1:1' }, /FIRESTORE_EMULATOR_HOST names/],
    ['real-facts', { GOOGLE_APPLICATION_CREDENTIALS: '/none' }, /application-default login/],
  ])('--project %s with %o is refused', async (project, environment, reason) => {
    const { code, errors } = await run('catalog:rebuild', ['--project', project], environment);
    expect(errors).toMatch(reason);
    expect(code).toBe(1);
  });

  test('without credentials, how to sign in is all that is printed', async () => {
    const metadata = createServer((_request, response) => response.writeHead(403).end());
    const GCE_METADATA_HOST = `${LOOPBACK}:${await listeningPort(metadata.listen(0, LOOPBACK))}`;
    const env = { PATH: process.env['PATH'], HOME: tmpdir(), GCE_METADATA_HOST };
    const command = ['scripts/bootstrap.mjs', 'scripts/site.ts', 'images:sweep'];
    const { code, errors } = await runNode([...command, '--project', 'real-facts'], { env });
    await closeServer(metadata);
    expect(errors).toMatch(/^No Google Cloud credentials found, [^\n]+\n$/);
    expect(code).toBe(1);
  });

  test('without --project, commands use the local stack, regardless of the environment', async () => {
    const environment = { GCLOUD_PROJECT: 'real-facts', GOOGLE_CLOUD_PROJECT: 'real-facts' };
    const { code, output } = await run('catalog:rebuild', [], environment);
    expect(output).toContain(
      `Using the data of this folder's local stack in .data/${ports.hosting}.`,
    );
    expect(code).toBe(0);
  });
});

test('import, export, rebuild and sweep work on the local stack, running or stopped', async () => {
  await inNewFolder(async (folder) => {
    const file = join(folder, 'facts.jsonl');
    const facts = [1, 2, 3].map((joke_id) => ({
      joke_id,
      joke_text: `Chuck Norris typed command ${joke_id}.`,
      histogram: [0, 0, 0, 0, 2],
    }));
    writeFileSync(file, `${jsonLines([facts[0]])}${'broken\n'.repeat(201)}`);
    const refused = await run('import', [file]);
    expect(refused.code).toBe(1);
    expect(refused.errors.split('\n').slice(199, 202)).toEqual([
      'line 201: is not JSON',
      '… (only the first 200)',
      'Nothing was imported: found 201 problems.',
    ]);
    // What a file contains can't change the terminal.
    writeFileSync(file, jsonLines([{ ...facts[0], '\u001B[2J': 1 }]));
    expect((await run('import', [file])).errors).toContain('There is no field \uFFFD[2J');
    writeFileSync(file, jsonLines(facts));
    expect((await run('import', [file, '--dry-run'])).output).toContain('Facts to add: 3,');
    const imported = await run('import', [file]);
    expect(imported.output).toContain('Facts added: 3,');
    expect(imported.output).not.toContain('severity');

    await using stack = new AsyncDisposableStack();
    const claim = await claimStack(ports, 'starting');
    stack.defer(claim.release);
    const { firestore } = await startDataEmulators({ ports, data: stackDataFolder(ports) }, stack);
    claim.say(null);
    const again = await run('import', [file]);
    expect(again.output).toContain(
      `Using this folder's local stack, running on port ${ports.hosting}.`,
    );
    expect(again.output).toContain('Facts added: 0, unchanged: 3.');
    const exported = await run('export', [join(folder, 'export')]);
    expect(exported).toMatchObject({ code: 0, errors: '' });
    expect(readFileSync(join(folder, 'export', 'jokes.jsonl'), 'utf8').split('\n')).toHaveLength(4);
    process.env['FIRESTORE_EMULATOR_HOST'] = firestore.host;
    const { db } = createContext({ config: readConfig(process.env) });
    const unnoticed = { updated_at: new Date(0) };
    await db.doc('jokes/1').update({ ...unnoticed, status: 'rejected' });
    await db.doc('jokes/2').update({ ...unnoticed, status: 'gone' });
    expect(await run('catalog:rebuild', [])).toMatchObject({
      code: 0,
      output: expect.stringContaining(
        'Read 3 facts. Different from what the site showed: 2. Malformed, so that the site leaves them out: 1.',
      ),
    });
    expect((await run('images:sweep', ['--dry-run'])).output).toContain(
      'Would delete 0 image files that no joke uses.',
    );
    const kept = await run('restore', [join(folder, 'export')]);
    expect(kept).toMatchObject({ code: 1, errors: expect.stringContaining('not empty') });
    for (const collection of await db.listCollections()) await db.recursiveDelete(collection);
    const restored = await run('restore', [join(folder, 'export')]);
    expect(restored.output).toContain('Restored the export of');
    await db.doc('setup/first-admin').set({});
    expect((await run('admin:reset', ['--yes'])).output).toContain('Now open /setup-admin');
    expect((await db.doc('setup/first-admin').get()).exists).toBe(false);
    await db.terminate();
  });
});
