import { parseArgs } from 'node:util';

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
  /** what else may follow it, such as `<file>`; default: nothing */
  operands?: string;
  /** one or two sentences; lines are printed as they are */
  does: string;
  options: Readonly<Record<string, Option>>;
  example: string;
}

/** The texts in two columns. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('');
}

function helpOf({ command, operands, does, options, example }: Program): string {
  const all = Object.entries<Option>({
    ...options,
    help: { type: 'boolean', help: 'prints this' },
  });
  const rows = all.map(
    ([name, { value, help }]) =>
      [value === undefined ? `--${name}` : `--${name} <${value}>`, help] as const,
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
    const options: Line['options'] = program.options;
    const line = parseArgs({ args, options, allowPositionals: true });
    const [operand] = line.positionals;
    if (program.operands !== undefined || operand === undefined) return line;
    return refuseCommandLine(program, `Unexpected argument '${operand}'`);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Node adds advice about values that begin with a dash.
    return refuseCommandLine(program, message.replace(/\. To specify .*/s, ''));
  }
}
