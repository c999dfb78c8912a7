import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { examplesOf, type Language } from '../../../web/src/screens/developers/examples.ts';

const run = promisify(execFile);

/** How to run a program of each language. */
const COMMANDS = {
  curl: (code: string) => ['bash', '-c', code],
  JavaScript: (code: string) => [process.execPath, '--input-type=module', '--eval', code],
  Python: (code: string) => ['python3', '-c', code],
} as const satisfies Record<Language, unknown>;

/** The examples of /developers in a language, with their titles. */
export function programsIn(language: Language, origin: string): [string, string][] {
  return Object.values(examplesOf(origin)).map(({ title, programs }) => {
    const program = programs.find((each) => each.language === language);
    if (!program) throw new Error(`${title} has no example in ${language}`);
    return [title, program.code];
  });
}

/** Runs a program. @returns what it printed. @throws if it failed, or its language is not installed */
export async function outputOf(language: Language, code: string): Promise<string> {
  const [command = '', ...parameters] = COMMANDS[language](code);
  const { stdout } = await run(command, parameters);
  return stdout;
}
