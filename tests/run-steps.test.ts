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
const inChromium: Step = { ...passes, name: 'browser', browsers: ['chromium'] };
const NO_CHROMIUM =
  'browser was not run. CHROMIUM_PATH is /nowhere/chromium, which is not an executable file.';

test('a step without its browser is not run and counts as one failure, with a sentence above the total', async () => {
  await runSteps([[passes], [inChromium]], []);
  expect(written).toMatch(new RegExp(`\\n${NO_CHROMIUM}\\n\\n2 passed, 1 failed\\n$`));
  expect(process.exitCode).toBe(1);
});

test('another engine that can’t be installed is reported, and fails on a build server', async () => {
  const problem = 'firefox was not run. Firefox is missing.';
  vi.stubEnv('CI', undefined);
  await runSteps([[passes], [engine('firefox')]], []);
  expect(written).toMatch(new RegExp(`\\n${problem}.*\\n\\n2 passed, 0 failed\\n$`));
  expect(process.exitCode).toBe(0);

  vi.stubEnv('CI', 'true');
  await runSteps([[passes], [engine('firefox')]], []);
  expect(written).toMatch(new RegExp(`\\n${problem}.*\\n\\n2 passed, 1 failed\\n$`));
  expect(process.exitCode).toBe(1);
});
