import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BUCKET, closeApps, openBucket } from '../testing/open-bucket.ts';

const command = join(import.meta.dirname, 'command.ts');

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'storage-command-'));
});
afterAll(async () => {
  await closeApps();
  rmSync(folder, { recursive: true });
});

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
  for (const option of ['port', 'bucket', 'rules', 'data']) {
    expect(output).toContain(`--${option} `);
  }
});

test('bad input ends with code 2 and one line that says what is wrong', async () => {
  const granting = file('granting.rules', 'service firebase.storage {}');
  const cases: [args: string[], message: RegExp][] = [
    [['--unknown'], /Unknown option '--unknown'/],
    [['--port', '65536'], /--port has to be a number from 0 to 65535/],
    [['--port', '0', '--rules', granting], /only security rules that deny everything/],
    [['--port', '0', '--data', granting], /EEXIST/],
  ];
  for (const [args, message] of cases) {
    const { code, errors } = await run(args);
    expect(errors).toMatch(message);
    expect(errors).toMatch(/^storage-emulator: .+\n$/);
    expect(code).toBe(2);
  }
});

test('it serves until a signal, with what was saved the time before', async () => {
  const rules = file(
    'storage.rules',
    'service firebase.storage { match /b/{bucket}/o { match /{object=**} { allow read, write: if false; } } }',
  );
  const data = join(folder, 'objects');
  const args = ['--port', '0', '--rules', rules, '--bucket', BUCKET, '--data', data];
  const written = await session(args, 'SIGINT', async (host) => {
    const { bucket } = openBucket(host);
    await bucket.file('a').save('saved', { resumable: false });
    await expect(bucket.storage.bucket('another').file('a').save('a')).rejects.toMatchObject({
      code: 404,
    });
  });
  expect(written).toBe(0);
  const read = await session(args, 'SIGTERM', async (host) => {
    expect(String((await openBucket(host).bucket.file('a').download())[0])).toBe('saved');
  });
  expect(read).toBe(0);
});

test('without --bucket every bucket exists', async () => {
  const code = await session(['--port', '0'], 'SIGTERM', async (host) => {
    const { bucket } = openBucket(host);
    await bucket.storage.bucket('another').file('a').save('a', { resumable: false });
    const [files] = await bucket.storage.bucket('another').getFiles();
    expect(files.map(({ name }) => name)).toEqual(['a']);
  });
  expect(code).toBe(0);
});

test('a port in use is an error', async () => {
  const code = await session(['--port', '0'], 'SIGTERM', async (host) => {
    const { code, errors } = await run(['--port', host.split(':')[1] ?? '']);
    expect(errors).toMatch(/^storage-emulator: .*EADDRINUSE.*\n$/);
    expect(code).toBe(2);
  });
  expect(code).toBe(0);
});
