import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { runGroup } from './process-group.ts';
import { root } from './project-files.ts';

const vitest = join(root, 'node_modules/vitest/vitest.mjs');

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
          failureMessages: z.array(z.string()),
          meta: z.object({ needsEmbedded: z.optional(z.string()) }),
        }),
      ),
    }),
  ),
});

/** Vitest's report of a run, and whether it exited with 0. */
export type VitestReport = z.infer<typeof report> & { exitedWell: boolean };

/** @throws a sentence if there is no report, or only part of one */
function readReport(file: string): z.infer<typeof report> {
  if (!existsSync(file)) throw new Error('Vitest ended without a report; see its output above.');
  try {
    return report.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new Error(`Vitest's report in ${file} is incomplete. Is the disk full?`, { cause });
  }
}

/**
 * Runs Vitest once, with these arguments and more variables of its environment.
 * @throws when it ends without a report
 */
export async function runVitest(
  args: readonly string[],
  environment: NodeJS.ProcessEnv = {},
): Promise<VitestReport> {
  const output = mkdtempSync(join(tmpdir(), 'facts-test-'));
  const file = join(output, 'report.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  try {
    const exitedWell = await runGroup(process.execPath, [vitest, 'run', ...args, ...reporters], {
      stdio: 'inherit',
      environment,
    });
    return { ...readReport(file), exitedWell };
  } finally {
    rmSync(output, { recursive: true });
  }
}
