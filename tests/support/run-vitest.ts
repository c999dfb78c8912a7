import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';

const root = join(import.meta.dirname, '..', '..');

interface Surroundings {
  /** where it runs; default: the project's root */
  folder?: string;
  /** whether its output is discarded */
  quiet?: boolean;
  /** more variables of its environment */
  environment?: NodeJS.ProcessEnv;
}

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

/** Runs Vitest to completion. @returns whether it exited with 0 */
function succeeds(
  args: readonly string[],
  { folder = root, quiet = false, environment = {} }: Surroundings,
): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [vitest, ...args], {
      cwd: folder,
      stdio: quiet ? 'ignore' : 'inherit',
      env: { ...process.env, ...environment },
    });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code === 0));
  });
}

const report = z.object({
  success: z.boolean(),
  numPassedTests: z.int(),
  numFailedTests: z.int(),
  numPendingTests: z.int(),
  numTodoTests: z.int(),
  testResults: z.array(
    z.object({
      /** the test file's path */
      name: z.string(),
      status: z.enum(['passed', 'failed']),
      assertionResults: z.array(
        z.object({
          fullName: z.string(),
          status: z.string(),
          tags: z.array(z.string()),
          meta: z.object({ needsEmbedded: z.optional(z.string()) }),
        }),
      ),
    }),
  ),
});

/** Vitest's report of a run, and whether it exited with 0. */
export type VitestReport = z.infer<typeof report> & { exitedWell: boolean };

/**
 * Runs Vitest once, with these arguments.
 * @throws when it ends without a report
 */
export async function runVitest(
  args: readonly string[],
  surroundings: Surroundings = {},
): Promise<VitestReport> {
  const folder = mkdtempSync(join(tmpdir(), 'facts-test-'));
  const file = join(folder, 'report.json');
  try {
    const exitedWell = await succeeds(
      ['run', ...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
      surroundings,
    );
    return { ...report.parse(JSON.parse(readFileSync(file, 'utf8'))), exitedWell };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
