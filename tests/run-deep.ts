// What is too much for every run of the tests: the emulators' conformance and fuzzing, and the faults
// that the tests have to notice. Ends with the line "N passed, N failed" over both. With names as
// arguments, runs only those steps.
import { runSteps, suites } from './run-steps.ts';
import { plantFaults } from './safety/plant-faults.ts';

await runSteps(
  [
    [suites('deep', ['deep'])],
    [
      {
        name: 'planted faults',
        async run() {
          const planted = await plantFaults();
          const passed = planted.filter(({ noticed }) => noticed).length;
          return { passed, failed: planted.length - passed };
        },
      },
    ],
  ],
  process.argv.slice(2),
);
