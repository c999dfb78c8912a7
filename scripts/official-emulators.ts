// npm run emulators: Firebase's complete official suite with its UI, on the same settings and seed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildFunctions, buildWeb } from './build.ts';
import { seedJokes } from '../local/seed/index.ts';
import { functionEnvironment } from '../local/stack/cloud-function.ts';
import { projectId, root } from '../local/stack/firebase-json.ts';
import { LOOPBACK } from '../local/stack/http-server.ts';
import { assertJava } from '../local/stack/java.ts';
import { configuredPorts } from '../local/stack/ports.ts';
import { seedDatabase } from '../local/stack/seed-database.ts';
import { localData } from '../local/stack/stores.ts';
import { openTerminal } from '../local/stack/terminal.ts';

const terminal = openTerminal();

async function main(): Promise<number> {
  assertJava('or use `npm start`, which needs none.');
  terminal.progress('Building');
  await Promise.all([buildFunctions(), buildWeb('emulator')]);
  const data = join(localData(), 'official');
  const suite = spawn(
    process.execPath,
    [
      join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
      'emulators:start',
      `--project=${projectId}`,
      `--export-on-exit=${data}`,
      ...(existsSync(data) ? [`--import=${data}`] : []),
    ],
    { cwd: root, stdio: 'inherit' },
  );
  // Ctrl-C reaches the suite by itself; it saves and ends, and so does this.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => suite.kill(signal));
  }
  const ended = once(suite, 'exit');
  const stopped = new AbortController();
  void ended.then(() => stopped.abort());
  await seedWhenUp(stopped.signal);
  const [code]: unknown[] = await ended;
  return typeof code === 'number' ? code : 1;
}

async function seedWhenUp(signal: AbortSignal): Promise<void> {
  const ports = configuredPorts('0');
  while (!(await answers(ports.firestore))) {
    if (signal.aborted) return;
    await wait(500);
  }
  const jokes = seedJokes();
  const environment = functionEnvironment({
    firestore: `${LOOPBACK}:${ports.firestore}`,
    storage: `${LOOPBACK}:${ports.storage}`,
    auth: `${LOOPBACK}:${ports.auth}`,
  });
  const written = await seedDatabase(environment, jokes, () => undefined);
  if (written > 0) terminal.say(`The empty database was filled with ${written} facts.`);
}

async function answers(port: number): Promise<boolean> {
  const response = await fetch(`http://${LOOPBACK}:${port}/`).catch(() => null);
  return response?.ok === true;
}

try {
  process.exit(await main());
} catch (error) {
  terminal.complain(error instanceof Error ? error.message : String(error));
  process.exit(1);
}
