// npm run safety: runs every test that proves a requirement, plants the faults that these tests must notice, and prints
// a line for each requirement and each fault.
import { relative, resolve } from 'node:path';
import { readCommandLine, refuseCommandLine, type Program } from '../../scripts/command-line.ts';
import { counted } from '../../scripts/text.ts';
import { provideChromium } from '../support/browsers.ts';
import { root } from '../support/project-files.ts';
import { runVitest } from '../support/run-vitest.ts';
import { describePlanted, faults, plantFaults } from './plant-faults.ts';
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

const PROGRAM: Program = {
  command: 'npm run safety',
  operands: '[requirement | folder | file]',
  does: 'Runs the proof of each requirement, plants faults, and prints a table. With a requirement, only its own; with a folder or file, only the faults of what is in it and the tests that notice them.',
  options: {},
  example: 'npm run safety -- web/src/facts',
};
const [word, ...more] = readCommandLine(PROGRAM).positionals;
if (more.length > 0) refuseCommandLine(PROGRAM, 'Give one requirement, folder or file.');
const place = relative(root, resolve(root, word ?? '.'));
const isInPlace = (file: string) => file === place || file.startsWith(`${place}/`);
const isRequirement = requirements.some(({ id }) => id === word);
const chosen = faults.filter(
  ({ id, file }) => word === undefined || id === word || isInPlace(file),
);
if (word !== undefined && !isRequirement && chosen.length === 0) {
  refuseCommandLine(PROGRAM, `'${word}' is no requirement, and no fault is planted in it`);
}
const concerned = requirements.filter(
  ({ id }) => word === undefined || id === word || chosen.some((fault) => fault.id === id),
);
await provideChromium();

const report = await runVitest([
  ...PROJECTS.map((project) => `--project=${project}`),
  `--tags-filter=${concerned.map(({ id }) => id).join(' or ')}`,
  ...(word === undefined || isRequirement ? [] : new Set(chosen.map(({ test }) => test))),
]);
const tests = report.testResults.flatMap(({ name, assertionResults }) =>
  assertionResults.map((test) => ({ ...test, file: relative(root, name) })),
);
const planted = await plantFaults(chosen);

let failed = 0;
for (const { id, home, what, elsewhere } of concerned) {
  const own = tests.filter(({ tags }) => tags.includes(id));
  const failing = own.filter(({ status }) => status !== 'passed');
  const ofRequirement = planted.filter((fault) => fault.id === id);
  const noticed = ofRequirement.filter(({ noticedBy }) => noticedBy !== undefined).length;
  const holds = own.length > 0 && failing.length === 0 && noticed === ofRequirement.length;
  if (!holds) failed += 1;
  const cells = [
    id.padEnd(3),
    holds ? 'holds' : 'FAILS',
    counted(own.length, 'test').padStart(9),
    `${noticed} of ${ofRequirement.length} faults noticed`,
    home,
    elsewhere === undefined ? what : `${what} (not in this run: ${elsewhere})`,
  ];
  process.stdout.write(`${cells.join('  ')}\n`);
  for (const { file, fullName } of failing) process.stdout.write(`  ✗ ${file}: ${fullName}\n`);
  for (const fault of ofRequirement) process.stdout.write(`  ${describePlanted(fault)}\n`);
}
if (!report.exitedWell) process.stdout.write('✗ Vitest failed; see its output above.\n');
process.stdout.write(`${concerned.length - failed} of ${concerned.length} requirements hold.\n`);
if (failed > 0 || !report.exitedWell) process.exitCode = 1;
