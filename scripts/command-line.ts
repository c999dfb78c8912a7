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

/** Ends the process because of a wrong command line, of which nothing was done: prints what is wrong with it. */
export function refuse(problem: string): never {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
}

/** The id of a project of Google's that a command line names; any other text ends the process. */
export function realProject(id: string): string {
  if (!PROJECT_ID.test(id)) {
    return refuse(
      `"${id}" is not a project id: 6 to 30 lowercase letters, digits and hyphens, such as my-facts. The Firebase console shows it in the project’s settings.`,
    );
  }
  if (!id.startsWith('demo-')) return id;
  return refuse(
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
export const refuseCommandLine = (program: Program, problem: string): never =>
  refuse(`${problem}\n\n${helpOf(program).trimEnd()}`);

/** A word as a shell reads it. */
const quoted = (word: string) => (/^[\w./:@=~-]+$/.test(word) ? word : `"${word}"`);

/**
 * Ends the process if npm has kept options that were typed without `--`: it passes them on as variables only. Of
 * `--project id` it keeps the name, and passes on the value as a word.
 */
function refuseKeptOptions(program: Program, words: readonly string[]): void {
  const kept = Object.entries(program.options ?? {}).flatMap(([name, { value }]) => {
    const found = process.env[`npm_config_${name.replaceAll('-', '_')}`];
    // npm sets this one itself.
    if (!found || name === 'yes') return [];
    const isLost = value !== undefined && found === 'true';
    const stated = isLost ? `<${value}>` : quoted(found);
    return { name, isLost, typed: value === undefined ? `--${name}` : `--${name} ${stated}` };
  });
  if (kept.length === 0) return;
  const lost = kept.some(({ isLost }) => isLost);
  const operands = lost ? [program.operands ?? []].flat() : words.map(quoted);
  const line = [program.command, '--', ...operands, ...kept.map(({ typed }) => typed)].join(' ');
  refuse(`npm kept ${kept.map(({ name }) => `--${name}`).join(' and ')}. Write: ${line}`);
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
  refuseKeptOptions(program, args);
  try {
    const line = parseArgs({ args, ...program, allowPositionals: true });
    const [operand, ...more] = line.positionals;
    const empty = Object.entries(line.values).find(([, value]) => value === '');
    if (empty) return refuseCommandLine(program, `Give --${empty[0]} a value.`);
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
