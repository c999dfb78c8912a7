import { resolve } from 'node:path';
import { applicationDefault } from 'firebase-admin/app';
import * as z from 'zod';
import { readCommandLine, refuseCommandLine, type Program } from './command-line.ts';
import { PROJECT_ID } from './deploy/project.ts';
import { createCatalogData } from '../functions/src/catalog/catalog.data.ts';
import { readConfig } from '../functions/src/config.ts';
import { createContext, type Context } from '../functions/src/context.ts';
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

/** The options of every command. */
const SITE_OPTIONS = {
  project: { type: 'string', value: 'id', help: 'a real project; without it, the local stack' },
  bucket: {
    type: 'string',
    value: 'name',
    help: 'its bucket, if that is not <id>.firebasestorage.app (older projects: <id>.appspot.com)',
  },
} as const satisfies Program['options'];

/** The values of the command line; no command has all of these options. */
const siteValues = z.object({
  project: z.optional(z.string()),
  bucket: z.optional(z.string()),
  'dry-run': z.optional(z.boolean()),
});

type SiteValues = z.output<typeof siteValues>;

/** A command on the data of a site. */
export interface SiteCommand extends Pick<Program, 'does'> {
  /** the one path that it needs, such as `<new folder>`; default: none */
  operand?: string;
  /** its own, besides those of every command */
  options?: Program['options'];
  /** @returns the exit code; what it throws is printed */
  run(run: CommandRun): Promise<number>;
}

/** The tools of a running command. */
export interface CommandRun {
  /** `path` is absolute; '' if the command has no operand */
  values: SiteValues & { path: string };
  context: Context;
  terminal: Terminal;
  /**
   * Shows progress in a line that replaces the previous one, without lines that follow too quickly; prints
   * problems up to a readable number; aborts on Ctrl-C.
   */
  observer: Observer;
}

/**
 * Reads the command line, opens the site that it names, runs a command on it and ends the process.
 * @param name in package.json
 */
export async function runSiteCommand(name: string, command: SiteCommand): Promise<never> {
  const { operand, does, options } = command;
  const typed = `npm run ${name}`;
  const program: Program = {
    command: typed,
    ...(operand === undefined ? {} : { operands: operand }),
    does,
    options: { ...options, ...SITE_OPTIONS },
    example: `${typed} -- ${operand === undefined ? '' : '../backup '}--project my-facts`,
  };
  const line = readCommandLine(program);
  const [path = '', ...more] = line.positionals;
  const values = siteValues.parse(line.values);
  if (operand !== undefined && (path === '' || more.length > 0)) {
    refuseCommandLine(program, 'Give exactly one path.');
  }
  const terminal = openTerminal();
  const signal = stopRequest();
  const execute = async () => {
    await using closing = new AsyncDisposableStack();
    const { name, config, stop } = await openSite(values.project, values.bucket);
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
    // Without await, the site would be closed at once.
    return await command.run({
      // npm runs this in the repository's folder; INIT_CWD is the folder in which it was called.
      values: { ...values, path: resolve(process.env['INIT_CWD'] ?? '', path) },
      context,
      terminal,
      observer: { ...observe(terminal), signal },
    });
  };
  const code = await execute().catch((error: unknown) => {
    const stopped = 'Stopped before the end. You can run the command again.';
    terminal.printError(signal.aborted ? stopped : describeError(error));
    return signal.aborted ? 130 : 1;
  });
  for (const stream of [process.stdout, process.stderr]) {
    // Otherwise what a pipe has not taken yet would be lost.
    await new Promise((resolve) => stream.write('', resolve));
  }
  process.exit(code);
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
  if (project !== undefined) return openProject(project, bucket);
  if (bucket !== undefined) throw new Error('--bucket needs a real project: add --project <id>.');
  const { name, environment, stop } = await openLocalData();
  for (const variable of EMULATORS) delete process.env[variable];
  Object.assign(process.env, environment);
  return { name, config: readConfig(environment), stop };
}

async function openProject(projectId: string, storageBucket?: string) {
  if (!PROJECT_ID.test(projectId)) throw new Error(`"${projectId}" is not a valid project id.`);
  if (projectId.startsWith('demo-')) {
    throw new Error('Projects named demo-… exist only on the local stack: leave out --project.');
  }
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
    throw new Error(
      'No Google Cloud credentials found. To sign in: gcloud auth application-default login',
      { cause },
    );
  }
}
