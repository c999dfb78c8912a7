import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { resolve } from 'node:path';
import { describe } from '../local/stack/run-stack.ts';
import { stopRequest } from '../local/stack/stop-request.ts';
import { openTerminal, type Terminal } from '../local/stack/terminal.ts';
import type { Context } from '../functions/src/context.ts';
import { openSite } from './open-site.ts';

/** How often a line of progress is written: to a person, and to a log. */
const LIVE_MS = 100;
const LOG_MS = 5_000;

/** What a command gets. */
export interface CommandRun {
  context: Context;
  /** the path that was given; '' for a command without one */
  path: string;
  /** the flags that were given */
  flags: ReadonlySet<string>;
  terminal: Terminal;
  /** One line on the terminal, each in place of the one before; not more often than one can read. */
  progress: (phrase: string) => void;
  /** Aborts on Ctrl-C. */
  signal: AbortSignal;
}

/** The arguments that every command takes, for its usage. */
export const SITE_ARGUMENTS = [
  '  --project <id>   a real project; without it, the local stack',
  '  --bucket <name>  its bucket, if that is not <id>.firebasestorage.app (older projects: <id>.appspot.com)',
];

/** A command of the operator's. */
export interface Command {
  /** as it is typed, with its arguments */
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
  if (positionals.length !== (takesPath ? 1 : 0)) throw new Error('One path is needed.');
  const { project, bucket } = values;
  return {
    project: typeof project === 'string' ? project : undefined,
    bucket: typeof bucket === 'string' ? bucket : undefined,
    // npm runs this in the repository's folder, wherever it was called.
    path: takesPath ? resolve(process.env['INIT_CWD'] ?? '', path) : '',
    flags: new Set(flags.filter((flag) => values[flag] === true)),
  };
}

function paced(show: (phrase: string) => void): (phrase: string) => void {
  const pause = process.stdout.isTTY ? LIVE_MS : LOG_MS;
  let next = 0;
  return (phrase) => {
    if (performance.now() < next) return;
    show(phrase);
    next = performance.now() + pause;
  };
}

async function execute(command: Command, terminal: Terminal): Promise<number> {
  let args: ReturnType<typeof readArguments>;
  try {
    args = readArguments(command);
  } catch (error) {
    const told = error instanceof Error ? error.message : String(error);
    terminal.complain(`${told}\nUsage: ${command.usage}`);
    return 2;
  }
  const signal = stopRequest();
  try {
    const site = await openSite(args);
    terminal.say(`On ${site.name}.`);
    try {
      const progress = paced((phrase) => terminal.progress(phrase));
      return await command.run({ context: site.context, ...args, terminal, progress, signal });
    } finally {
      await site.close();
    }
  } catch (error) {
    if (signal.aborted) {
      terminal.complain('Stopped before the end; it may be run again.');
      return 130;
    }
    terminal.complain(describe(error));
    return 1;
  }
}

/** Reads the arguments, opens the site, runs the command on it and ends the process. */
export async function runSiteCommand(command: Command): Promise<never> {
  process.exit(await execute(command, openTerminal()));
}
