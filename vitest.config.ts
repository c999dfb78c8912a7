import { join } from 'node:path';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { requirements } from './tests/safety/requirements.ts';

const shared = (folder: string) => join(import.meta.dirname, 'functions/src', folder, 'index.ts');

/** Beside the code, but too long for every run. */
const deep = [
  'packages/*/conformance/**/*.test.ts',
  '{functions,web}/src/**/*.deep.test.ts',
  '{local,packages}/**/*.deep.test.ts',
];

/** They share one Auth emulator, whose start takes eleven seconds of CPU. */
const withAccounts = ['google-sign-in', 'permissions'].map(
  (name) => `tests/deep/api/${name}.test.ts`,
);

/** Transactions that contend for a document take seconds on Google's emulator. */
const apiTimeout = process.env['GOOGLE_FIRESTORE'] === undefined ? 180_000 : 300_000;

type TestOptions = NonNullable<TestProjectInlineConfiguration['test']>;

/**
 * Test files of a worker share modules, emulators and Chromium. All projects wait equally long for a state: as long
 * as Playwright does.
 */
function project(
  name: string,
  include: readonly string[],
  options: Omit<TestOptions, 'name' | 'include' | 'expect'> = {},
): TestProjectInlineConfiguration {
  return {
    resolve: {
      alias: { 'functions/contract': shared('contract'), 'functions/domain': shared('domain') },
    },
    test: {
      name,
      include: [...include],
      isolate: false,
      expect: { poll: { timeout: 30_000 } },
      setupFiles: ['tests/support/random-inputs.ts'],
      // Only what hangs takes that long, also on a busy computer.
      testTimeout: 180_000,
      hookTimeout: 180_000,
      ...options,
    },
  };
}

/** Tests in a browser, on sites that one build serves. */
const browser = (name: string, folder: string) =>
  project(name, [`${folder}/**/*.test.ts`], {
    globalSetup: ['tests/support/e2e/global-setup.ts'],
    maxWorkers: 3,
    // Vitest runs projects with another number of workers one after the other.
    sequence: { groupOrder: 1 },
  });

/** The same walk through the site in each engine. */
const engine = (name: 'firefox' | 'webkit') =>
  project(name, [`tests/deep/engines/${name}.test.ts`], {
    isolate: true,
    testTimeout: 300_000,
  });

const fast = [
  project(
    'unit',
    ['{functions,web}/src/**/*.test.ts', 'local/seed/**/*.test.ts', 'tests/{*,safety/*}.test.ts'],
    { exclude: deep },
  ),
  // On the embedded emulators; npm run test:rules: on Google's own.
  project('rules', ['tests/rules/**/*.test.ts'], { isolate: true, fileParallelism: false }),
  project('api', ['tests/api/**/*.test.ts'], { testTimeout: apiTimeout }),
  browser('journeys', 'tests/journeys'),
];

const inDeepRun = [
  project('deep', [...deep, 'tests/deep/*.test.ts'], { testTimeout: 600_000 }),
  project('emulators', ['{packages,local/stack}/**/*.test.ts'], {
    exclude: ['**/node_modules/**', ...deep],
  }),
  project('api-deep', ['tests/deep/api/**/*.test.ts'], {
    exclude: withAccounts,
    testTimeout: 600_000,
  }),
  project('accounts', withAccounts, {
    fileParallelism: false,
    sequence: { groupOrder: 2 },
    testTimeout: apiTimeout,
  }),
  project('deploy', ['tests/deep/deploy/**/*.test.ts'], { testTimeout: 600_000 }),
  browser('browser', 'tests/deep/browser'),
  engine('firefox'),
  engine('webkit'),
  project('walk', ['tests/deep/walk/**/*.test.ts'], {
    isolate: true,
    fileParallelism: false,
  }),
  // Beside Google's emulator.
  project('oracle', ['packages/*/conformance/**/*.oracle.ts'], { testTimeout: 1_800_000 }),
];

export default defineConfig({
  test: {
    // Vitest would leave one core to itself.
    maxWorkers: '100%',
    tags: requirements.map(({ id, what }) => ({ name: id, description: what })),
    projects: [...fast, ...inDeepRun],
  },
});
