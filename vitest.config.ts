import { defineConfig } from 'vitest/config';
import { requirements } from './tests/safety/requirements.ts';
import { clientEndpointsModule } from './web/build/client-endpoints.ts';

const contract = new URL('functions/src/contract/index.ts', import.meta.url).pathname;

export default defineConfig({
  test: {
    tags: requirements.map(({ id, what }) => ({ name: id, description: what })),
    projects: [
      {
        plugins: [clientEndpointsModule()],
        resolve: { alias: { 'functions/contract': contract } },
        test: {
          name: 'unit',
          include: [
            '{functions,web}/src/**/*.test.ts',
            'local/seed/**/*.test.ts',
            'tests/{*,safety/*}.test.ts',
          ],
          testTimeout: 30_000,
        },
      },
      {
        test: {
          name: 'emulators',
          include: ['{packages,local/stack}/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'api',
          include: ['tests/api/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
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
        test: {
          name: 'deploy',
          include: ['tests/deploy/**/*.test.ts'],
          fileParallelism: false,
          testTimeout: 600_000,
        },
      },
      {
        test: {
          // On the embedded emulators; npm run test:rules: on Firebase's own.
          name: 'rules',
          include: ['tests/rules/**/*.test.ts'],
          fileParallelism: false,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/global-setup.ts'],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
