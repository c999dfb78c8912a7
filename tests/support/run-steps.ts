import { once } from 'node:events';
import { join } from 'node:path';
import { refuseCommandLine, readCommandLine, type Program } from '../../scripts/command-line.ts';
import { installBrowsers, missingBrowsers, type BrowserName } from './browsers.ts';
import { startGroup } from './process-group.ts';
import { root } from './project-files.ts';
import { runVitest } from './run-vitest.ts';

interface Outcome {
  passed: number;
  failed: number;
  /** The full names of the tests that failed and why, printed above the total. */
  failures?: readonly string[];
  /** What else the reader must know, as a sentence; printed directly above the total. */
  problem?: string;
}

export interface Step {
  name: string;
  /** What it needs: installed beside the steps of the first group. Without them, it is not run. */
  browsers?: readonly BrowserName[];
  /** Whether a missing browser is only reported; default: the step counts as failed. */
  optional?: boolean;
  run: () => Promise<Outcome>;
}

/** A step that runs one program of node_modules, and prints its output if it fails. */
export function check(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    async run() {
      const path = join(root, 'node_modules', program);
      const child = startGroup(process.execPath, [path, ...args], { stdio: 'pipe' });
      let output = '';
      const add = (data: Buffer) => (output += data.toString());
      child.stdout?.on('data', add);
      child.stderr?.on('data', add);
      const [code]: unknown[] = await once(child, 'close');
      if (code === 0) return { passed: 1, failed: 0 };
      process.stdout.write(output);
      return { passed: 0, failed: 1 };
    },
  };
}

/**
 * A step that runs some of Vitest's projects. A skipped test counts as failed, unless Google's emulator can't run
 * it: those are counted in a sentence.
 * @param files default: all files of the projects
 */
export function suites(
  name: string,
  projects: readonly string[],
  environment: NodeJS.ProcessEnv = {},
  files: readonly string[] = [],
): Step {
  return {
    name,
    async run() {
      const { exitedWell, success, testResults, ...counts } = await runVitest(
        [...projects.map((project) => `--project=${project}`), ...files],
        environment,
      );
      const reasons = testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .flatMap(({ meta }) => meta.needsEmbedded ?? []);
      const skipped = counts.numPendingTests + counts.numTodoTests - reasons.length;
      const passed = counts.numPassedTests;
      const failed = counts.numFailedTests + skipped;
      const failures = testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed')
        .map(
          ({ fullName, failureMessages: [message = ''] }) =>
            `${fullName}\n    ${message.split('\n', 1)[0]}`,
        );
      if (failed === 0 && !(exitedWell && success)) {
        const problem = `${name}: Vitest failed although no test did; see its output above.`;
        return { passed, failed: 1, problem };
      }
      return { passed, failed, failures, ...leftOut(name, reasons) };
    },
  };
}

/** Says how many tests were left out and why. */
function leftOut(name: string, reasons: readonly string[]): Pick<Outcome, 'problem'> {
  if (reasons.length === 0) return {};
  const counted = [...Map.groupBy(reasons, (reason) => reason)]
    .map(([reason, tests]) => `\n  ${String(tests.length).padStart(4)}  ${reason}`)
    .toSorted()
    .toReversed();
  return {
    problem: `${name}: ${reasons.length} tests were left out, because they need the embedded Firestore:${counted.join('')}`,
  };
}

/**
 * A step that runs Vitest's project for another browser engine. Where that can't be installed, it fails on a
 * build server only.
 */
export function engine(name: 'firefox' | 'webkit'): Step {
  return { ...suites(name, [name]), browsers: [name], optional: process.env['CI'] !== 'true' };
}

/**
 * Reads which steps the command line names. Ends the process if there is no such step.
 * @returns their names; none: all
 */
export function readSteps(
  command: string,
  does: string,
  groups: readonly (readonly Step[])[],
): string[] {
  const names = groups.flat().map(({ name }) => name);
  const program: Program = {
    command,
    operands: '[step …]',
    does: `${does}\nSteps: ${names.join(', ')}. Without a name, all of them run.`,
    options: {},
    example: `${command} -- ${names[0]}`,
  };
  const { positionals } = readCommandLine(program);
  const unknown = positionals.find((name) => !names.includes(name));
  if (unknown !== undefined) refuseCommandLine(program, `Unknown step '${unknown}'`);
  return positionals;
}

/**
 * Runs groups of steps one after the other, and the steps of a group in parallel, and installs the
 * browsers that they need. Prints a sentence for each thing that was missing, then the total
 * `N passed, N failed` as the last line, and sets the exit code.
 * @param wanted the names of the steps to run; an empty list runs all
 * @param summarize what else is printed above the total
 */
export async function runSteps(
  groups: readonly (readonly Step[])[],
  wanted: readonly string[],
  summarize: () => string = () => '',
): Promise<void> {
  const total = { passed: 0, failed: 0 };
  const broken: string[] = [];
  const problems = new Set<string>();
  const chosen = groups
    .map((group) => group.filter(({ name }) => wanted.length === 0 || wanted.includes(name)))
    .filter((group) => group.length > 0);
  const browsers = new Set(chosen.flat().flatMap((step) => step.browsers ?? []));
  const installation = installBrowsers([...browsers]);

  async function runIfPossible({ name, run, browsers: needed = [], optional }: Step) {
    if (needed.length > 0) await installation;
    const missing = missingBrowsers(needed);
    if (missing.length === 0) return run();
    const problem = `${name} was not run. ${missing.join(' ')}`;
    return { passed: 0, failed: optional === true ? 0 : 1, problem };
  }

  async function runStep(step: Step): Promise<void> {
    const { name } = step;
    const outcome = await runIfPossible(step).catch((error: unknown): Outcome => ({
      passed: 0,
      failed: 1,
      problem: `${name}: ${error instanceof Error ? error.message : String(error)}`,
    }));
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    if (outcome.failed > 0) {
      broken.push([name, ...(outcome.failures ?? [])].join('\n  ✗ '));
    }
    if (outcome.problem !== undefined) problems.add(outcome.problem);
    process.stdout.write(`${markOf(outcome)} ${name}\n`);
  }

  for (const group of chosen) {
    process.stdout.write(`\n── ${group.map(({ name }) => name).join(', ')}\n`);
    await Promise.all(group.map(runStep));
  }
  if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join('\n')}\n`);
  for (const problem of problems) process.stdout.write(`\n${problem}\n`);
  process.stdout.write(summarize());
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}

function markOf({ failed, problem }: Outcome): string {
  if (failed > 0) return '✗';
  return problem === undefined ? '✓' : '–';
}
