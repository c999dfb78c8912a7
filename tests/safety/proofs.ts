import { join, relative } from 'node:path';
import { runVitest, type VitestReport } from '../support/run-vitest.ts';
import { requirements, type Requirement } from './requirements.ts';

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
  'browser',
];

const root = join(import.meta.dirname, '..', '..');

/** The results of the tests of one requirement. */
interface Proof {
  /** the number of tests in each file; paths are relative to the repository */
  files: Map<string, number>;
  /** the file and full name of each test that did not pass, including skipped ones */
  failing: string[];
}

export interface Proofs {
  of: ReadonlyMap<Requirement['id'], Proof>;
  /** test files that failed outside the tests of requirements, so that their tests may not have run */
  broken: string[];
}

/** Runs the tests of all requirements, one Vitest project after another. */
export async function runProofs(): Promise<Proofs> {
  const of = new Map(
    requirements.map(({ id }): [Requirement['id'], Proof] => [
      id,
      { files: new Map(), failing: [] },
    ]),
  );
  const broken: string[] = [];

  function add({ name, status, assertionResults }: VitestReport['testResults'][number]): void {
    const file = relative(root, name);
    const tagged = assertionResults.filter(({ tags }) => tags.length > 0);
    for (const { fullName, tags, status } of tagged) {
      for (const [id, { files, failing }] of of) {
        if (!tags.includes(id)) continue;
        files.set(file, (files.get(file) ?? 0) + 1);
        if (status !== 'passed') failing.push(`${file}: ${fullName}`);
      }
    }
    if (status === 'failed' && tagged.every((each) => each.status === 'passed')) broken.push(file);
  }

  for (const [index, project] of PROJECTS.entries()) {
    process.stdout.write(`\n── ${index + 1}/${PROJECTS.length} ${project}\n`);
    const report = await runVitest([`--project=${project}`, '--tags-filter=P* or S* or X*']);
    for (const file of report.testResults) add(file);
    const explained = report.testResults.some(({ status }) => status === 'failed');
    if (!report.exitedWell && !explained) broken.push(`project ${project}`);
  }
  return { of, broken };
}
