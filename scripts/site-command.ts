import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { applicationDefault } from 'firebase-admin/app';
import * as z from 'zod';
import { createRootData } from '../functions/src/catalog/root.data.ts';
import { readConfig } from '../functions/src/config.ts';
import { createContext, type Context } from '../functions/src/site.ts';
import type { Observer } from '../functions/src/operations/observer.ts';
import { openLocalData } from '../local/stack/emulators/data-emulators.ts';
import {
  describeError,
  openTerminal,
  stopRequest,
  type Terminal,
} from '../local/stack/terminal.ts';
import { realProject, refuse, type Program } from './command-line.ts';

/** How many problems are listed; the others are only counted. */
const MAX_LISTED = 200;

/** The options of every command on the data of a site. */
export const SITE_OPTIONS = {
  project: { type: 'string', value: 'id', help: 'a real project; without it, the local stack' },
  bucket: {
    type: 'string',
    value: 'name',
    help: 'its bucket, if that is not <id>.firebasestorage.app (older projects: <id>.appspot.com)',
  },
} as const satisfies Program['options'];

/** The tools of a running command. */
export interface SiteRun {
  context: Context;
  terminal: Terminal;
  /** prints progress now and then, and problems up to a readable number; aborts on Ctrl-C */
  observer: Observer;
  /** the operand as an absolute path */
  path: string;
}

/** Firestore's errors; their messages have a code before these details. */
const firestoreError = z.object({ code: z.number(), details: z.string().min(1) });

/**
 * Opens the site that a command line names, runs a command on it and closes the site.
 * @param operand a path; npm runs this in the repository's folder, and INIT_CWD is where it was called
 * @param run returns the exit code; what it throws is printed
 * @returns the exit code: 130 if the command was stopped
 */
export async function onSite(
  { project, bucket }: { project?: string | undefined; bucket?: string | undefined },
  operand: string,
  run: (tools: SiteRun) => Promise<number>,
): Promise<number> {
  const terminal = openTerminal();
  const signal = stopRequest();
  try {
    await using closing = new AsyncDisposableStack();
    const { name, config, stop } = await openSite(project, bucket);
    closing.defer(stop);
    const log: Context['log'] = ({ severity, message, document }) => {
      // Commands report malformed documents themselves.
      if (severity !== 'INFO' && document === undefined) terminal.printError(message);
    };
    const besides: Promise<unknown>[] = [];
    const beside = (work: Promise<unknown>) => void besides.push(work);
    const context = createContext({ config, log, beside });
    closing.defer(() => context.db.terminate());
    closing.defer(async () => void (await Promise.all(besides)));
    terminal.print(`Using ${name}.`);
    await createRootData(context).assertFormat();
    // Where a shell has not replaced it, such as between quotes.
    const path = resolve(
      process.env['INIT_CWD'] ?? '',
      operand.replace(/^~(?=$|[\\/])/, homedir()),
    );
    // Without await, the site would be closed at once.
    return await run({ path, context, terminal, observer: { ...observe(terminal), signal } });
  } catch (error) {
    const stopped = 'Stopped before the end. You can run the command again.';
    const reason = firestoreError.safeParse(error).data?.details ?? describeError(error);
    terminal.printError(signal.aborted ? stopped : reason);
    return signal.aborted ? 130 : 1;
  }
}

function observe(terminal: Terminal): Observer {
  /** in milliseconds; what a terminal replaces may come faster than lines of a log */
  const interval = process.stdout.isTTY ? 100 : 5_000;
  let next = 0;
  let problems = 0;
  return {
    onProgress(phrase) {
      if (performance.now() < next) return;
      terminal.progress(phrase);
      next = performance.now() + interval;
    },
    onProblem(problem) {
      problems += 1;
      if (problems <= MAX_LISTED) terminal.printError(problem);
      if (problems === MAX_LISTED + 1) terminal.printError(`… (only the first ${MAX_LISTED})`);
    },
  };
}

const EMULATORS = [
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
  'FIREBASE_AUTH_EMULATOR_HOST',
];

/**
 * Opens the site on which a command works: a real project only if it is named, with Google's default
 * credentials; otherwise the local stack, whatever the environment says.
 * @returns a phrase that says which site it is, its configuration, and what closes it
 * @throws {Error} a message for the operator
 */
async function openSite(project?: string, storageBucket?: string) {
  if (project === undefined) {
    if (storageBucket) return refuse('--bucket needs a real project: add --project <id>.');
    const { name, environment, stop } = await openLocalData();
    Object.assign(process.env, environment);
    return { name, config: readConfig(environment), stop };
  }
  const projectId = realProject(project);
  const set = EMULATORS.filter((name) => process.env[name] !== undefined);
  if (set.length > 0) {
    throw new Error(
      `--project selects a real project, but ${set.join(' and ')} ${set.length === 1 ? 'names an emulator' : 'name emulators'}.`,
    );
  }
  await assertCredentials();
  const FIREBASE_CONFIG = JSON.stringify({ projectId, storageBucket });
  const config = readConfig({ GCLOUD_PROJECT: projectId, FIREBASE_CONFIG });
  const name = `the project ${projectId} with the bucket ${config.storageBucket}`;
  return { name, config, stop: () => Promise.resolve() };
}

/** @throws {Error} says how to sign in; the SDK would end the process with a stack trace */
async function assertCredentials(): Promise<void> {
  try {
    await applicationDefault().getAccessToken();
  } catch (cause) {
    const reason = cause instanceof Error ? ` ${cause.message}` : '';
    throw new Error(
      `No Google Cloud credentials found, or no network. To sign in: gcloud auth application-default login.${reason}`,
      { cause },
    );
  }
}
