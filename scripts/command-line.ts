import { parseArgs } from 'node:util';
import { columns } from './text.ts';

/** An option of a command. */
interface Option {
  type: 'string' | 'boolean';
  /** what its value is, such as `id`; none for a flag */
  value?: string;
  help: string;
}

/** What a command of package.json understands; its help is written from it. */
export interface Program {
  /** as typed, such as `npm run deploy` */
  command: string;
  /** what else may follow it, such as `[step …]`; in angle brackets, what must follow; default: nothing */
  operands?: string;
  /** one or two sentences; lines are printed as they are */
  does: string;
  options?: Readonly<Record<string, Option>>;
  /** default: the command */
  example?: string;
}

/** What a project id looks like: https://cloud.google.com/resource-manager/docs/creating-managing-projects */
const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/**
 * Checks that a command can be used on a project of Google's.
 * @returns its id
 * @throws {Error} if a text is not the id of one
 */
export function realProject(id: string): string {
  if (!PROJECT_ID.test(id)) throw new Error(`"${id}" is not a valid project id.`);
  if (!id.startsWith('demo-')) return id;
  throw new Error(
    'Projects named demo-… exist only on the local stack. Use the id of one of your projects, which the Firebase console shows in its settings.',
  );
}

/** Whether somebody can answer questions. */
export const canAsk = () => process.stdin.isTTY;

function helpOf({ command, operands, does, options, example = command }: Program): string {
  const all: Program['options'] = { ...options, help: { type: 'boolean', help: 'prints this' } };
  const rows = Object.entries(all).map(
    ([name, { value, help }]) => [`--${name}${value ? ` <${value}>` : ''}`, help] as const,
  );
  const usage = `Usage: ${command} -- ${operands === undefined ? '' : `${operands} `}[options]`;
  return `${usage}\n${does}\n\n${columns(rows)}\nExample: ${example}\n`;
}

/** Prints what is wrong with a command line and what would be right, and ends the process with exit code 2. */
export function refuseCommandLine(program: Program, problem: string): never {
  process.stderr.write(`${problem}\n\n${helpOf(program)}`);
  process.exit(2);
}

/**
 * Reads this process's command line. With `--help` it prints the help, for an unknown option or an unexpected
 * operand what is wrong; both end the process.
 */
export function readCommandLine<const Line extends Program>(program: Line) {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(helpOf(program));
    process.exit(0);
  }
  try {
    const line = parseArgs({ args, ...program, allowPositionals: true });
    const [operand, ...more] = line.positionals;
    if (program.operands?.startsWith('<') && (!operand || more.length > 0)) {
      return refuseCommandLine(program, `Give exactly one ${program.operands}.`);
    }
    if (program.operands !== undefined || operand === undefined) return line;
    return refuseCommandLine(program, `Unexpected argument '${operand}'`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node adds advice about values that begin with a dash.
    return refuseCommandLine(program, message.replace(/\. To specify .*/s, ''));
  }
}
