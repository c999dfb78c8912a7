// npm run safety: runs every test that proves a requirement of security and reliability, plants the faults
// that these tests must notice, and prints a line for each requirement.
import { relative } from 'node:path';
import { readCommandLine } from '../../scripts/command-line.ts';
import { counted } from '../../scripts/text.ts';
import { provideChromium } from '../support/browsers.ts';
import { root } from '../support/project-files.ts';
import { runVitest } from '../support/run-vitest.ts';
import { plantFaults } from './plant-faults.ts';
import { requirements } from './requirements.ts';

/** The Vitest projects whose tests prove requirements. */
const PROJECTS = [
  'unit',
  'rules',
  'api',
  'emulators',
  'deep',
  'api-deep',
  'accounts',
  'deploy',
  'journeys',
  'browser',
];

readCommandLine({
  command: 'npm run safety',
  does: 'Runs the proof of each safety requirement, plants faults, and prints a table.',
});
await provideChromium();

const report = await runVitest([
  ...PROJECTS.map((project) => `--project=${project}`),
  '--tags-filter=P* or S* or U* or X*',
]);
const tests = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
);
const planted = await plantFaults();

let failed = 0;
for (const { id, home, what, elsewhere } of requirements) {
  const own = tests.filter(({ tags }) => tags.includes(id));
  const failing = own.filter(({ status }) => status !== 'passed');
  const faults = planted.filter((fault) => fault.id === id);
  const noticed = faults.filter((fault) => fault.noticed).length;
  const holds = own.length > 0 && failing.length === 0 && noticed === faults.length;
  if (!holds) failed += 1;
  const cells = [
    id.padEnd(3),
    holds ? 'holds' : 'FAILS',
    counted(own.length, 'test').padStart(9),
    `${noticed} of ${faults.length} faults noticed`,
    home,
    elsewhere === undefined ? what : `${what} (not in this run: ${elsewhere})`,
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
  for (const { file, fullName } of failing) process.stdout.write(`✗ ${file}: ${fullName}\n`);
}
if (!report.exitedWell) process.stdout.write('✗ Vitest failed; see its output above.\n');
process.stdout.write(
  `${requirements.length - failed} of ${requirements.length} requirements hold.\n`,
);
if (failed > 0 || !report.exitedWell) process.exitCode = 1;
