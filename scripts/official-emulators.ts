// npm run emulators: Firebase's complete official emulator suite with its UI, with the same settings and seed.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { seedDatabase } from '../local/seed/import-jokes.ts';
import { seedJokes } from '../local/seed/index.ts';
import { localDataFolder } from '../local/stack/emulators/data-emulators.ts';
import { projectId, root } from '../local/stack/firebase-json.ts';
import { functionEnvironment } from '../local/stack/function/cloud-function.ts';
import { LOOPBACK } from '../local/stack/http-server.ts';
import { configuredPorts } from '../local/stack/ports.ts';
import { buildFunctions, buildWeb } from './build.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  command: 'npm run emulators',
  does: 'Runs the site on Firebase’s complete emulator suite with its UI. Needs Java 21.',
});

/** Fills an empty database as soon as Firestore answers. */
async function seedWhenReady(ended: AbortSignal): Promise<void> {
  const ports = configuredPorts('0');
  const at = (port: number) => `${LOOPBACK}:${port}`;
  const environment = functionEnvironment({
    firestore: at(ports.firestore),
    storage: at(ports.storage),
    auth: at(ports.auth),
  });
  const isReady = async () => (await fetch(`http://${at(ports.firestore)}/`)).ok;
  while (!(await isReady().catch(() => false))) {
    if (ended.aborted) return;
    await wait(500);
  }
  const written = await seedDatabase(environment, seedJokes(), () => undefined);
  if (written > 0) console.log(`Filled the empty database with ${written} facts.`);
}

console.log('Building …');
await Promise.all([buildFunctions(), buildWeb('emulator')]);
const firebase = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js');
const data = join(localDataFolder(), 'official');
const args = ['emulators:start', `--project=${projectId}`, `--export-on-exit=${data}`];
if (existsSync(data)) args.push(`--import=${data}`);
const suite = spawn(process.execPath, [firebase, ...args], { cwd: root, stdio: 'inherit' });
// Ctrl-C reaches the suite directly; it saves its data and exits, and this process follows.
process.on('SIGINT', () => undefined);
for (const signal of ['SIGTERM', 'SIGHUP'] as const) process.on(signal, () => suite.kill(signal));
const ended = new AbortController();
suite.once('exit', (code) => {
  process.exitCode = code ?? 1;
  ended.abort();
});
await seedWhenReady(ended.signal);
