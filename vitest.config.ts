import { defineConfig } from 'vitest/config';
import { requirements } from './tests/safety/requirements.ts';
import { clientEndpointsModule } from './web/build/client-endpoints.ts';

const shared = (folder: string) =>
  new URL(`functions/src/${folder}/index.ts`, import.meta.url).pathname;

/** Tests that take too long for every run: npm run test:deep. */
const deep = ['packages/*/conformance/**/*.test.ts', '**/*.deep.test.ts'];

/** It measures CPU time, which other tests on the same core double. */
const alone = ['packages/firestore-emulator/conformance/startup.test.ts'];

/** How long a test of a browser waits for a state, like Playwright. On a busy machine, one second is too short. */
const browserWaits = { poll: { timeout: 30_000 } };

/** What the sources of the site need. */
const site = {
  plugins: [clientEndpointsModule()],
  resolve: {
    alias: { 'functions/contract': shared('contract'), 'functions/domain': shared('domain') },
  },
};

/** The same walk through the site in each engine. */
const engine = (name: 'firefox' | 'webkit') => ({
  ...site,
  test: {
    name,
    include: [`tests/engines/${name}.test.ts`],
    expect: browserWaits,
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
});

/** They share one Auth emulator, whose start takes eleven seconds of CPU. */
const withAccounts = ['google-sign-in', 'log-privacy', 'permissions'].map(
  (name) => `tests/api/${name}.test.ts`,
);

/** A Firestore call fails in each test: here with one error code, in the deep tests with the others. */
const withFaults = ['faults', 'images-crash', 'moderation-faults', 'sign-in-faults'].map(
  (name) => `tests/api/${name}.test.ts`,
);

/** Transactions that contend for a document take seconds on Google's emulator. */
const apiTimeout = process.env['OFFICIAL_FIRESTORE'] === undefined ? 120_000 : 300_000;

export default defineConfig({
  test: {
    // Vitest would leave one core to itself.
    maxWorkers: '100%',
    tags: requirements.map(({ id, what }) => ({ name: id, description: what })),
    projects: [
      {
        ...site,
        test: {
          name: 'unit',
          isolate: false,
          include: [
            '{functions,web}/src/**/*.test.ts',
            'local/seed/**/*.test.ts',
            'tests/{*,safety/*}.test.ts',
          ],
          exclude: deep,
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'emulators',
          isolate: false,
          include: ['{packages,local/stack}/**/*.test.ts'],
          exclude: deep,
          testTimeout: 60_000,
        },
      },
      {
        ...site,
        test: {
          name: 'deep',
          isolate: false,
          include: deep,
          expect: browserWaits,
          exclude: ['**/node_modules/**', ...alone],
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'alone',
          include: alone,
          // After all other projects.
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          // Needs Google's Firestore emulator: only in npm run test:deep, which starts it.
          name: 'oracle',
          include: ['packages/*/conformance/**/*.oracle.ts'],
          testTimeout: 1_800_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...site,
        test: {
          name: 'api',
          isolate: false,
          include: ['tests/api/**/*.test.ts'],
          exclude: [...withAccounts, ...deep],
          provide: { errors: ['UNAVAILABLE'] },
          testTimeout: apiTimeout,
          hookTimeout: 60_000,
        },
      },
      {
        ...site,
        test: {
          name: 'faults',
          isolate: false,
          include: withFaults,
          provide: { errors: ['ABORTED', 'DEADLINE_EXCEEDED'] },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...site,
        test: {
          name: 'accounts',
          isolate: false,
          fileParallelism: false,
          include: withAccounts,
          testTimeout: apiTimeout,
          hookTimeout: 120_000,
        },
      },
      engine('firefox'),
      engine('webkit'),
      {
        test: {
          name: 'walk',
          include: ['tests/walk/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 180_000,
        },
      },
      {
        ...site,
        test: {
          // Only in npm run test:official.
          name: 'official',
          include: ['tests/official/**/*.test.ts'],
          testTimeout: 300_000,
        },
      },
      {
        test: {
          name: 'deploy',
          isolate: false,
          include: ['tests/deploy/**/*.test.ts'],
          exclude: deep,
          testTimeout: 600_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // On the embedded emulators; npm run test:rules: on Google's own.
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          exclude: deep,
          globalSetup: ['tests/support/e2e/global-setup.ts'],
          // The files of a worker share its browser.
          isolate: false,
          maxWorkers: 3,
          expect: browserWaits,
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
