import { resolve } from 'node:path';
import { applicationDefault } from 'firebase-admin/app';
import * as z from 'zod';
import type { Program } from './command-line.ts';
import { printable } from './printable.ts';
import { realProject } from './project.ts';
import { createCatalogData } from '../functions/src/catalog/catalog.data.ts';
import { readConfig } from '../functions/src/config.ts';
import { createContext, type Context } from '../functions/src/site.ts';
import type { Observer } from '../functions/src/operations/site-access.ts';
import { openLocalData } from '../local/stack/emulators/data-emulators.ts';
import {
  describeError,
  openTerminal,
  stopRequest,
  type Terminal,
} from '../local/stack/terminal.ts';

/** The shortest time between two progress lines on a terminal and in a log. */
const TERMINAL_INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 5_000;
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
  /** prints texts of files and of the site with their control characters replaced */
  terminal: Terminal;
  /**
   * Shows progress in a line that replaces the previous one, without lines that follow too quickly; prints
   * problems up to a readable number; aborts on Ctrl-C.
   */
  observer: Observer;
  /** the operand as an absolute path */
  path: string;
}

/** Firestore's errors; their messages have a code before these details. */
const firestoreError = z.object({ code: z.number(), details: z.string().min(1) });

const explain = (error: unknown): string =>
  firestoreError.safeParse(error).data?.details ?? describeError(error);

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
  const terminal = openPrintableTerminal();
  const signal = stopRequest();
  try {
    await using closing = new AsyncDisposableStack();
    const { name, config, stop } = await openSite(project, bucket);
    closing.defer(stop);
    const log: Context['log'] = ({ severity, message }) => {
      if (severity !== 'INFO') terminal.printError(message);
    };
    const besides: Promise<unknown>[] = [];
    const beside = (work: Promise<unknown>) => void besides.push(work);
    const context = createContext({ config, log, beside });
    closing.defer(() => context.db.terminate());
    closing.defer(async () => void (await Promise.all(besides)));
    terminal.print(`Using ${name}.`);
    await createCatalogData(context).assertFormat();
    const path = resolve(process.env['INIT_CWD'] ?? '', operand);
    // Without await, the site would be closed at once.
    return await run({ path, context, terminal, observer: { ...observe(terminal), signal } });
  } catch (error) {
    const stopped = 'Stopped before the end. You can run the command again.';
    terminal.printError(signal.aborted ? stopped : explain(error));
    return signal.aborted ? 130 : 1;
  }
}

function openPrintableTerminal(): Terminal {
  const terminal = openTerminal();
  return {
    progress: (phrase) => terminal.progress(printable(phrase)),
    print: (text) => terminal.print(printable(text)),
    printError: (text) => terminal.printError(printable(text)),
  };
}

function observe(terminal: Terminal): Observer {
  const interval = process.stdout.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
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
async function openSite(project?: string, bucket?: string) {
  if (project !== undefined) return openProject(realProject(project), bucket);
  if (bucket !== undefined) throw new Error('--bucket needs a real project: add --project <id>.');
  const { name, environment, stop } = await openLocalData();
  for (const variable of EMULATORS) delete process.env[variable];
  Object.assign(process.env, environment);
  return { name, config: readConfig(environment), stop };
}

async function openProject(projectId: string, storageBucket?: string) {
  const set = EMULATORS.filter((name) => process.env[name] !== undefined);
  if (set.length > 0) {
    throw new Error(
      `--project selects a real project, but ${set.join(' and ')} ${set.length === 1 ? 'names an emulator' : 'name emulators'}.`,
    );
  }
  // The bootstrap turns off the metadata server, which may hold the credentials.
  delete process.env['METADATA_SERVER_DETECTION'];
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
