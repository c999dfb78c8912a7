import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';

const root = join(import.meta.dirname, '..');
const run = promisify(execFile);
const env = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  METADATA_SERVER_DETECTION: 'none',
};

const manifest = z.object({
  exports: z.string(),
  bin: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()).optional(),
});

let folder: string;

/** A copy of the workspaces, because packing changes their package.json for as long as it takes. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'packed-'));
  const workspace = join(folder, 'workspace');
  for (const path of ['package.json', '.npmrc', 'tsconfig.base.json', 'packages']) {
    cpSync(join(root, path), join(workspace, path), {
      recursive: true,
      filter: (source) => !['dist', 'node_modules'].includes(basename(source)),
    });
  }
  symlinkSync(join(root, 'node_modules'), join(workspace, 'node_modules'));
  const before = readFileSync(join(workspace, 'packages/firestore-emulator/package.json'), 'utf8');
  await run('npm', ['pack', '--workspaces', '--pack-destination', folder], { cwd: workspace, env });
  const after = readFileSync(join(workspace, 'packages/firestore-emulator/package.json'), 'utf8');
  expect(after).toBe(before);
}, 120_000);
afterAll(() => rmSync(folder, { recursive: true }));

/** A project that has installed the packed package and firebase-admin, and nothing else. */
async function projectWith(name: string): Promise<string> {
  const project = join(folder, `uses-${name}`);
  const installed = join(project, 'node_modules', name);
  mkdirSync(installed, { recursive: true });
  await run('tar', [
    '-xzf',
    join(folder, `${name}-1.0.0.tgz`),
    '-C',
    installed,
    '--strip-components=1',
  ]);
  const { bin, dependencies = {} } = manifest.parse(
    JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')),
  );
  for (const dependency of ['firebase-admin', '@types/node', ...Object.keys(dependencies)]) {
    const link = join(project, 'node_modules', dependency);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(join(root, 'node_modules', dependency), link);
  }
  mkdirSync(join(project, 'node_modules/.bin'));
  for (const [command, file] of Object.entries(bin)) {
    chmodSync(join(installed, file), 0o755);
    symlinkSync(join(installed, file), join(project, 'node_modules/.bin', command));
  }
  writeFileSync(join(project, 'package.json'), '{"type": "module"}');
  return project;
}

/** Runs a script while a package's command runs. @returns what the script printed */
async function runBeside(project: string, command: string, variable: string, script: string) {
  writeFileSync(join(project, 'script.js'), script);
  const emulator = spawn(join(project, 'node_modules/.bin', command), ['--port', '0'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(emulator, 'exit');
  try {
    const [line] = await once(emulator.stdout, 'data');
    const host = /listens on (\S+)\.$/m.exec(String(line))?.[1] ?? '';
    const { stdout } = await run(process.execPath, ['script.js'], {
      cwd: project,
      env: { ...env, [variable]: host },
    });
    return stdout;
  } finally {
    emulator.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
}

/** Checks a TypeScript file that uses a package. @throws with the compiler's messages */
async function checkTypes(project: string, code: string): Promise<void> {
  writeFileSync(join(project, 'use.ts'), code);
  const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, types: ['node'] };
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, files: ['use.ts'] }),
  );
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  await run(process.execPath, [compiler, '-p', project]).catch((error: unknown) => {
    throw new Error(error instanceof Error && 'stdout' in error ? String(error.stdout) : '');
  });
}

test('the packed firestore-emulator serves an empty project with firebase-admin', async () => {
  const project = await projectWith('firestore-emulator');
  const output = await runBeside(
    project,
    'firestore-emulator',
    'FIRESTORE_EMULATOR_HOST',
    `import { initializeApp } from 'firebase-admin/app';
     import { getFirestore } from 'firebase-admin/firestore';
     import { startFirestoreEmulator } from 'firestore-emulator';
     const db = getFirestore(initializeApp({ projectId: 'demo-project' }));
     db.settings({ useBigInt: true });
     await db.doc('things/a').set({ v: 2n ** 53n + 1n });
     console.log((await db.doc('things/a').get()).get('v'));
     const emulator = await startFirestoreEmulator({});
     console.log(emulator.totals().writes);
     await emulator.stop();`,
  );
  // Not rounded to a double.
  expect(output).toBe('9007199254740993n\n0\n');
  await checkTypes(
    project,
    `import { startFirestoreEmulator, type FirestoreEmulator } from 'firestore-emulator';
     const emulator: FirestoreEmulator = await startFirestoreEmulator({ port: 0 });
     export const writes: number = emulator.totals().writes;
     // @ts-expect-error there is no such option
     await startFirestoreEmulator({ unknown: true });`,
  );
}, 60_000);

test('the packed storage-emulator serves an empty project with firebase-admin', async () => {
  const project = await projectWith('storage-emulator');
  const output = await runBeside(
    project,
    'storage-emulator',
    'FIREBASE_STORAGE_EMULATOR_HOST',
    `import { initializeApp } from 'firebase-admin/app';
     import { getStorage } from 'firebase-admin/storage';
     import { startStorageEmulator } from 'storage-emulator';
     initializeApp({ projectId: 'demo-project' });
     const file = getStorage().bucket('a-bucket').file('a');
     await file.save('saved');
     console.log(String((await file.download())[0]));
     const emulator = await startStorageEmulator();
     console.log(emulator.records().length);
     await emulator.stop();`,
  );
  expect(output).toBe('saved\n0\n');
  await checkTypes(
    project,
    `import { startStorageEmulator, type StorageEmulator } from 'storage-emulator';
     const emulator: StorageEmulator = await startStorageEmulator({ port: 0 });
     export const operations: string[] = emulator.records().map(({ operation }) => operation);
     // @ts-expect-error there is no such option
     await startStorageEmulator({ unknown: true });`,
  );
}, 60_000);
