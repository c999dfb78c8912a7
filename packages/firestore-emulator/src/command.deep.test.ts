import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFirestore } from '../conformance/connection.ts';

const command = join(import.meta.dirname, 'command.ts');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'firestore-command-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

async function run(args: readonly string[]) {
  const child = spawn(process.execPath, [command, ...args]);
  const [[code], output, errors] = await Promise.all([
    once(child, 'close'),
    text(child.stdout),
    text(child.stderr),
  ]);
  return { code: Number(code), output, errors };
}

/** Starts the command, lets something happen to it and sends a signal. @returns its exit code */
async function session(
  args: readonly string[],
  signal: NodeJS.Signals,
  act: (host: string) => Promise<void>,
): Promise<unknown> {
  const child = spawn(process.execPath, [command, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  const host = /listens on (\S+)\.$/m.exec(String(line))?.[1] ?? '';
  const ended = once(child, 'exit');
  try {
    await act(host);
  } finally {
    child.kill(signal);
  }
  return (await ended)[0];
}

test('--help explains every option', async () => {
  const { code, output } = await run(['--help']);
  expect(code).toBe(0);
  for (const option of ['port', 'indexes', 'rules', 'data', 'transactions', 'control-port']) {
    expect(output).toContain(`--${option} `);
  }
});

test('bad input ends with code 2 and one line that says what is wrong', async () => {
  const granting = file('granting.rules', 'service cloud.firestore {}');
  const damaged = file('damaged.db', 'nonsense\n');
  const cases: [args: string[], message: RegExp][] = [
    [['--unknown'], /Unknown option '--unknown'/],
    [['--port', '65536'], /--port has to be a number from 0 to 65535/],
    [['--port', '0', '--control-port', 'x'], /--control-port has to be a number/],
    [['--transactions', 'none'], /--transactions has to be locks or optimistic/],
    [['--port', '0', '--indexes', join(folder, 'none')], /index definitions in .*none: ENOENT/],
    [['--port', '0', '--rules', granting], /only security rules that deny everything/],
    [
      ['--port', '0', '--data', damaged],
      /can't use the data file .*damaged\.db: file is not a database/,
    ],
  ];
  for (const [args, message] of cases) {
    const { code, errors } = await run(args);
    expect(errors).toMatch(message);
    expect(errors).toMatch(/^firestore-emulator: .+\n$/);
    expect(code).toBe(2);
  }
});

test('it serves until a signal, with what was saved the time before', async () => {
  const rules = file(
    'firestore.rules',
    'service cloud.firestore { match /databases/{database}/documents { match /{document=**} { allow read, write: if false; } } }',
  );
  const indexes = file('firestore.indexes.json', '{"indexes": [], "fieldOverrides": []}');
  const data = join(folder, 'data.db');
  const args = ['--port', '0', '--rules', rules, '--indexes', indexes, '--data', data];
  const written = await session(args, 'SIGINT', async (host) => {
    await using connection = openFirestore(host);
    await connection.db.doc('things/a').set({ v: 1 });
  });
  expect(written).toBe(0);
  const read = await session(args, 'SIGTERM', async (host) => {
    await using connection = openFirestore(host);
    expect((await connection.db.doc('things/a').get()).data()).toEqual({ v: 1 });
    const query = connection.db.collection('things').where('a', '==', 1).orderBy('b');
    await expect(query.get()).rejects.toThrow('The query requires an index');
  });
  expect(read).toBe(0);
});

test('a port in use is an error', async () => {
  const code = await session(['--port', '0'], 'SIGTERM', async (host) => {
    const { code, errors } = await run(['--port', host.split(':')[1] ?? '']);
    expect(errors).toMatch(/^firestore-emulator: Can't listen on port \d+: .+\n$/);
    expect(code).toBe(2);
  });
  expect(code).toBe(0);
});
