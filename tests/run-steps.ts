import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { runVitest } from './run-vitest.ts';

const root = join(import.meta.dirname, '..');

export interface Outcome {
  passed: number;
  failed: number;
}

export interface Step {
  name: string;
  run: () => Promise<Outcome>;
}

/** A step that runs one program of node_modules, and prints its output if it fails. */
export function check(name: string, program: string, ...args: string[]): Step {
  return {
    name,
    async run() {
      const path = join(root, 'node_modules', program);
      const child = spawn(process.execPath, [path, ...args], { cwd: root, stdio: 'pipe' });
      const exit = new Promise((resolve, reject) => child.on('error', reject).on('close', resolve));
      const [out, error, code] = await Promise.all([text(child.stdout), text(child.stderr), exit]);
      if (code === 0) return { passed: 1, failed: 0 };
      process.stdout.write(`${out}${error}`);
      return { passed: 0, failed: 1 };
    },
  };
}

/** A step that runs some of Vitest's projects. A skipped test counts as failed. */
export function suites(
  name: string,
  projects: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Step {
  return {
    name,
    async run() {
      const { exitedWell, success, ...counts } = await runVitest(
        projects.map((project) => `--project=${project}`),
        { environment },
      );
      const failed = counts.numFailedTests + counts.numPendingTests + counts.numTodoTests;
      const unexplained = failed === 0 && !(exitedWell && success) ? 1 : 0;
      return { passed: counts.numPassedTests, failed: failed + unexplained };
    },
  };
}

/**
 * Runs groups of steps one after the other, and the steps of a group in parallel. Prints the total
 * `N passed, N failed` as the last line, and sets the exit code.
 * @param wanted the names of the steps to run; an empty list runs all
 */
export async function runSteps(
  groups: readonly (readonly Step[])[],
  wanted: readonly string[],
): Promise<void> {
  const total: Outcome = { passed: 0, failed: 0 };
  const broken: string[] = [];

  async function runStep({ name, run }: Step): Promise<void> {
    const outcome = await run().catch((error: unknown): Outcome => {
      process.stderr.write(`${String(error)}\n`);
      return { passed: 0, failed: 1 };
    });
    total.passed += outcome.passed;
    total.failed += outcome.failed;
    if (outcome.failed > 0) broken.push(name);
    process.stdout.write(`${outcome.failed > 0 ? '✗' : '✓'} ${name}\n`);
  }

  for (const group of groups) {
    const chosen = group.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
    if (chosen.length === 0) continue;
    process.stdout.write(`\n── ${chosen.map(({ name }) => name).join(', ')}\n`);
    await Promise.all(chosen.map(runStep));
  }
  if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(', ')}\n`);
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
}
