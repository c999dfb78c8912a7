import { resolve } from 'node:path';
import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { applicationDefault } from 'firebase-admin/app';
import { PROJECT_ID } from './deploy/project.ts';
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
const MAX_LISTED = 100;

/** A command for the operator of a site. */
interface SiteCommand {
  /** how to type it, and what its own flags do */
  usage: readonly string[];
  /** whether it takes a path; default: no */
  takesPath?: boolean;
  /** the names of its own flags */
  flags?: readonly string[];
  /** @returns the exit code */
  run: (run: CommandRun) => Promise<number>;
}

/** The arguments and tools of a running command. */
export interface CommandRun {
  context: Context;
  /** the absolute path that was given; '' for a command without one */
  path: string;
  /** the flags that were given */
  flags: ReadonlySet<string>;
  terminal: Terminal;
  /**
   * Shows progress in a line that replaces the previous one, without lines that follow too quickly; prints
   * problems up to a readable number; aborts on Ctrl-C.
   */
  observer: Observer;
}

const SITE_ARGUMENTS = [
  '  --project <id>   a real project; without it, the local stack',
  '  --bucket <name>  its bucket, if that is not <id>.firebasestorage.app (older projects: <id>.appspot.com)',
];

/** Reads the arguments, opens the site, runs the command on it and ends the process. */
export async function runSiteCommand(command: SiteCommand): Promise<never> {
  process.exit(await execute(command, openTerminal()));
}

async function execute(command: SiteCommand, terminal: Terminal): Promise<number> {
  let args: ReturnType<typeof readArguments>;
  try {
    args = readArguments(command);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const [usage, ...more] = command.usage;
    terminal.printError([message, `Usage: ${usage}`, ...more, ...SITE_ARGUMENTS].join('\n'));
    return 2;
  }
  const signal = stopRequest();
  try {
    await using closing = new AsyncDisposableStack();
    const { name, config, stop } = await openSite(args.project, args.bucket);
    closing.defer(stop);
    const context = createContext({ config });
    closing.defer(() => context.db.terminate());
    terminal.print(`Using ${name}.`);
    const observer = { ...observe(terminal), signal };
    return await command.run({ ...args, context, terminal, observer });
  } catch (error) {
    if (signal.aborted) {
      terminal.printError('Stopped before the end. You can run the command again.');
      return 130;
    }
    terminal.printError(describeError(error));
    return 1;
  }
}

function readArguments({ takesPath = false, flags = [] }: SiteCommand) {
  const text = { type: 'string' } as const;
  const options: ParseArgsOptionsConfig = Object.fromEntries(
    flags.map((flag) => [flag, { type: 'boolean' }]),
  );
  const { values, positionals } = parseArgs({
    options: { ...options, project: text, bucket: text },
    allowPositionals: takesPath,
  });
  const [path = ''] = positionals;
  if (positionals.length !== (takesPath ? 1 : 0)) throw new Error('Give exactly one path.');
  const given = new Map(Object.entries(values));
  return {
    project: values.project,
    bucket: values.bucket,
    // npm runs this in the repository's folder; INIT_CWD is the folder in which it was called.
    path: takesPath ? resolve(process.env['INIT_CWD'] ?? '', path) : '',
    flags: new Set(flags.filter((flag) => given.has(flag))),
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
