// npm run emulators: Firebase's complete official emulator suite with its UI, with the same settings and seed.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { buildFunctions, buildWeb } from './build.ts';
import { readCommandLine } from './command-line.ts';
import { seedDatabase } from '../local/seed/import-jokes.ts';
import { seedJokes } from '../local/seed/index.ts';
import { localDataFolder } from '../local/stack/emulators/data-emulators.ts';
import { projectId, root } from '../local/stack/firebase-json.ts';
import { functionEnvironment } from '../local/stack/function/cloud-function.ts';
import { LOOPBACK } from '../local/stack/http-server.ts';
import { configuredPorts } from '../local/stack/ports.ts';
import { describeError, openTerminal } from '../local/stack/terminal.ts';

readCommandLine({
  command: 'npm run emulators',
  does: 'Runs the site on Firebase’s complete emulator suite with its UI. Needs Java 21.',
  options: {},
  example: 'npm run emulators',
});

const terminal = openTerminal();

async function main(): Promise<number> {
  terminal.progress('Building');
  await Promise.all([buildFunctions(), buildWeb('emulator')]);
  const firebase = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const data = join(localDataFolder(), 'official');
  const args = ['emulators:start', `--project=${projectId}`, `--export-on-exit=${data}`];
  if (existsSync(data)) args.push(`--import=${data}`);
  const suite = spawn(process.execPath, [firebase, ...args], { cwd: root, stdio: 'inherit' });
  // Ctrl-C reaches the suite directly; it saves its data and exits, and this process follows.
  process.on('SIGINT', () => undefined);
  for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => suite.kill(signal));
  }
  const ended = once(suite, 'exit');
  const stopped = new AbortController();
  void ended.then(() => stopped.abort());
  await seedWhenReady(stopped.signal);
  const [code]: unknown[] = await ended;
  return typeof code === 'number' ? code : 1;
}

async function seedWhenReady(signal: AbortSignal): Promise<void> {
  const { firestore, storage, auth } = configuredPorts('0');
  const isReady = async () => (await fetch(`http://${LOOPBACK}:${firestore}/`)).ok;
  while (!(await isReady().catch(() => false))) {
    if (signal.aborted) return;
    await wait(500);
  }
  const environment = functionEnvironment({
    firestore: `${LOOPBACK}:${firestore}`,
    storage: `${LOOPBACK}:${storage}`,
    auth: `${LOOPBACK}:${auth}`,
  });
  const written = await seedDatabase(environment, seedJokes(), () => undefined);
  if (written > 0) terminal.print(`Filled the empty database with ${written} facts.`);
}

try {
  process.exit(await main());
} catch (error) {
  terminal.printError(describeError(error));
  process.exit(1);
}
