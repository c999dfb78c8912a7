import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '../../local/stack/firebase-json.ts';
import { LOOPBACK } from '../../local/stack/http-server.ts';
import { freePorts } from './local/free-ports.ts';
import { endGroup, startGroup } from './process-group.ts';
import { suites, type Step } from './run-steps.ts';

const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/** What the emulator prints when it accepts calls. */
const RUNNING = 'Dev App Server is now running';

const NOT_INSTALLED =
  "Google's Firestore emulator is not installed. To install it: gcloud components install cloud-firestore-emulator, " +
  'on Debian apt-get install google-cloud-cli-firestore-emulator; or set FIRESTORE_EMULATOR_BINARY_PATH to its .jar ' +
  'file. It needs Java.';

/**
 * Looks for Google's Firestore emulator: FIRESTORE_EMULATOR_BINARY_PATH, else beside the gcloud of PATH.
 * @returns the path of its .jar file or executable; undefined: it is not installed
 * @throws {Error} if FIRESTORE_EMULATOR_BINARY_PATH names no file
 */
function findEmulator(): string | undefined {
  const { FIRESTORE_EMULATOR_BINARY_PATH: chosen, PATH = '' } = process.env;
  if (chosen) {
    if (existsSync(chosen)) return chosen;
    throw new Error(`FIRESTORE_EMULATOR_BINARY_PATH names no file: ${chosen}`);
  }
  return PATH.split(delimiter)
    .map((folder) => join(folder, 'gcloud'))
    .filter((gcloud) => existsSync(gcloud))
    .map((gcloud) => join(dirname(realpathSync(gcloud)), '../platform/cloud-firestore-emulator'))
    .map((folder) => join(folder, 'cloud-firestore-emulator.jar'))
    .find((jar) => existsSync(jar));
}

/**
 * Starts Google's Firestore emulator with the project's rules and no documents, and waits until it says that it is
 * running.
 * @returns its host and port, and what ends it
 * @throws {Error} with what it printed, if it ends before
 */
async function startEmulator(path: string) {
  const { hosting: port } = await freePorts();
  const isJar = path.endsWith('.jar');
  const args = isJar ? ['-Duser.language=en', '-cp', path, MAIN_CLASS] : [];
  args.push('--host', LOOPBACK, '--port', String(port), '--rules', join(root, 'firestore.rules'));
  const child = startGroup(isJar ? 'java' : path, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  const running = Promise.withResolvers<void>();
  const printed: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (input === null) continue;
    createInterface({ input }).on('line', (line) => {
      printed.push(line);
      if (line.includes(RUNNING)) running.resolve();
    });
  }
  const fail = () => {
    throw new Error(["Google's Firestore emulator stopped.", ...printed].join('\n  '));
  };
  await Promise.race([running.promise, ended.then(fail)]);
  const stop = async () => {
    endGroup(child.pid, 'SIGKILL');
    await ended;
  };
  return { host: `${LOOPBACK}:${port}`, stop };
}

/**
 * A step that runs some of Vitest's projects while Google's Firestore emulator runs. Where it is not installed, the
 * step says how to install it.
 * @param files default: all files of the projects
 */
export function onGoogleFirestore(
  name: string,
  projects: readonly string[],
  files: readonly string[] = [],
): Step {
  return {
    name,
    async run() {
      const path = findEmulator();
      if (path === undefined) {
        return { passed: 0, failed: 0, problem: `${name} was not run: ${NOT_INSTALLED}` };
      }
      const { host, stop } = await startEmulator(path);
      try {
        return await suites(name, projects, { GOOGLE_FIRESTORE: host }, files).run();
      } finally {
        await stop();
      }
    },
  };
}

/** Every kind of client against firestore.rules, on Google's engine. */
export const firestoreRules = onGoogleFirestore(
  'firestore-rules',
  ['rules'],
  ['tests/rules/firestore.test.ts'],
);
