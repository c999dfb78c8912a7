import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { engine, runSteps, type Step } from './support/run-steps.ts';

let written: string;

/** A machine without a browser, where none is installed. */
beforeEach(() => {
  vi.stubEnv('PATH', '/nowhere');
  vi.stubEnv('CHROMIUM_PATH', '/nowhere/chromium');
  written = '';
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
});

const passes: Step = { name: 'passes', run: async () => ({ passed: 2, failed: 0 }) };

test.each([
  ['without Chromium, a step fails', () => ({ ...passes, browsers: ['chromium'] }), undefined, 1],
  ['without another engine, a step is left out', () => engine('firefox'), undefined, 0],
  ['… and fails on a build server', () => engine('firefox'), 'true', 1],
] satisfies [string, () => Step, string | undefined, number][])(
  '%s, with a sentence above the total',
  async (_name, needing, ci, failed) => {
    vi.stubEnv('CI', ci);
    await runSteps([[passes], [{ ...needing(), name: 'browser' }]], []);
    expect(written).toMatch(
      new RegExp(`\\nbrowser was not run\\. .+\\n\\n2 passed, ${failed} failed\\n$`),
    );
    expect(process.exitCode).toBe(failed);
  },
);
