import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { resolve } from 'node:path';
import {
  describeError,
  openTerminal,
  stopRequest,
  type Terminal,
} from '../../local/stack/terminal.ts';
import type { Context } from '../../functions/src/context.ts';
import { openSite } from './open-site.ts';

/** The shortest time between two progress lines on a terminal and in a log. */
const TERMINAL_INTERVAL_MS = 100;
const LOG_INTERVAL_MS = 5_000;

/** The arguments and tools of a running command. */
export interface CommandRun {
  context: Context;
  /** the absolute path that was given; '' for a command without one */
  path: string;
  /** the flags that were given */
  flags: ReadonlySet<string>;
  terminal: Terminal;
  /** Shows a line that replaces the previous one; drops lines that follow too quickly. */
  progress: (phrase: string) => void;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

/** The usage of the arguments that every command takes. */
export const SITE_ARGUMENTS = [
  '  --project <id>   a real project; without it, the local stack',
  '  --bucket <name>  its bucket, if that is not <id>.firebasestorage.app (older projects: <id>.appspot.com)',
];

/** A command for the operator of a site. */
export interface Command {
  /** how to type it, with its arguments */
  usage: string;
  takesPath: boolean;
  flags: readonly string[];
  /** @returns the exit code */
  run: (run: CommandRun) => Promise<number>;
}

function readArguments({ takesPath, flags }: Command) {
  const options: ParseArgsOptionsConfig = {
    project: { type: 'string' },
    bucket: { type: 'string' },
  };
  for (const flag of flags) options[flag] = { type: 'boolean' };
  const { values, positionals } = parseArgs({ options, allowPositionals: takesPath });
  const [path = ''] = positionals;
  if (positionals.length !== (takesPath ? 1 : 0)) throw new Error('Give exactly one path.');
  const { project, bucket } = values;
  return {
    project: typeof project === 'string' ? project : undefined,
    bucket: typeof bucket === 'string' ? bucket : undefined,
    // npm runs this in the repository's folder; INIT_CWD is the folder in which it was called.
    path: takesPath ? resolve(process.env['INIT_CWD'] ?? '', path) : '',
    flags: new Set(flags.filter((flag) => values[flag] === true)),
  };
}

function throttle(show: (phrase: string) => void): (phrase: string) => void {
  const interval = process.stdout.isTTY ? TERMINAL_INTERVAL_MS : LOG_INTERVAL_MS;
  let next = 0;
  return (phrase) => {
    if (performance.now() < next) return;
    show(phrase);
    next = performance.now() + interval;
  };
}

async function execute(command: Command, terminal: Terminal): Promise<number> {
  let args: ReturnType<typeof readArguments>;
  try {
    args = readArguments(command);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    terminal.printError(`${message}\nUsage: ${command.usage}`);
    return 2;
  }
  const signal = stopRequest();
  try {
    const site = await openSite(args);
    terminal.print(`Using ${site.name}.`);
    try {
      const progress = throttle((phrase) => terminal.progress(phrase));
      return await command.run({ context: site.context, ...args, terminal, progress, signal });
    } finally {
      await site.close();
    }
  } catch (error) {
    if (signal.aborted) {
      terminal.printError('Stopped before the end. You can run the command again.');
      return 130;
    }
    terminal.printError(describeError(error));
    return 1;
  }
}

/** Reads the arguments, opens the site, runs the command on it and ends the process. */
export async function runSiteCommand(command: Command): Promise<never> {
  process.exit(await execute(command, openTerminal()));
}
