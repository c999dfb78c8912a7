import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { endGroup } from './process-group.ts';

/** Only a test that blocks its process takes longer than its timeout, because Vitest can't end it. */
const GRACE_MS = 30_000;

/** Ends Vitest with all of its processes, and says which test it was, when a test blocks its process. */
export default class HangReporter implements Reporter {
  /** for each test file that is running, what ends it */
  readonly #timers = new Map<string, NodeJS.Timeout>();

  onTestModuleStart(module: TestModule): void {
    const { testTimeout, hookTimeout } = module.project.config;
    const limit = testTimeout + hookTimeout + GRACE_MS;
    this.#timers.set(
      module.id,
      setTimeout(() => end(module, limit), limit),
    );
  }

  onTestCaseResult({ module }: { module: TestModule }): void {
    this.#timers.get(module.id)?.refresh();
  }

  onTestModuleEnd(module: TestModule): void {
    clearTimeout(this.#timers.get(module.id));
  }
}

function end(module: TestModule, limit: number): void {
  const running = runningTests().find((test) => test.startsWith(module.relativeModuleId));
  process.stderr.write(
    `\nVitest was ended, because a test blocks its process for ${limit / 1_000} s: ${running ?? module.relativeModuleId}\n`,
  );
  endGroup(process.pid, 'SIGKILL');
}

/** What `running-test.ts` has written. */
function runningTests(): string[] {
  const folder = process.env['RUNNING_TESTS'];
  if (folder === undefined) return [];
  return readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
}
