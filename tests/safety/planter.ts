// Runs in a copy of the project. For each fault that it is sent, plants it, runs the tests that must notice it, takes
// it back, and sends which test failed. One Vitest runs them all: it keeps the modules that have not changed, and each
// run has a new worker.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createVitest } from 'vitest/node';
import { root } from '../support/project-files.ts';
import { isInBrowser, withFault, type Fault } from './fault.ts';

/** The result of planting a fault. */
export interface Outcome {
  /** the name of the test that failed; undefined if none did */
  noticedBy?: string | undefined;
  /** Why the tests could not be run. */
  problem?: string | undefined;
}

// The build is this file's.
process.env['BUILT'] = '1';
const vitest = await createVitest({
  watch: false,
  bail: 1,
  reporters: [{}],
  fsModuleCache: false,
  // What hangs because of a fault needs not the minutes that a busy computer may take.
  testTimeout: 60_000,
  hookTimeout: 60_000,
});
const specifications = await vitest.globTestSpecifications();

/** Whether functions/lib is that of the copy without a fault. */
let isFunctionBuilt = false;

/** Builds what the tests in a browser open, with the fault in this file. */
function build(file: string): void {
  const isOfSite = file.startsWith('web/');
  const parts = isOfSite && isFunctionBuilt ? ['web'] : [];
  isFunctionBuilt = isOfSite;
  execFileSync(process.execPath, ['scripts/build.ts', '--mode', 'emulator', ...parts], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
}

async function runTests(fault: Fault): Promise<Outcome> {
  const { id, file, test } = fault;
  const path = join(root, test);
  const project = specifications.find(({ moduleId }) => moduleId === path)?.project;
  if (!project) return { problem: `Vitest does not run ${test}` };
  if (isInBrowser(fault)) build(file);
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications([
    project.createSpecification(path, { testTagsFilter: [id] }),
  ]);
  const found = testModules.find(({ moduleId }) => moduleId === path);
  const ofRequirement = [...(found?.children.allTests() ?? [])].filter(({ tags }) =>
    tags.includes(id),
  );
  const failed = ofRequirement.find((each) => each.result().state === 'failed');
  if (failed) return { noticedBy: failed.fullName };
  const [error] = [...(found?.errors() ?? []), ...unhandledErrors];
  if (error !== undefined) return { problem: `${test} could not be run: ${describeError(error)}` };
  const ran = ofRequirement.some((each) => each.result().state === 'passed');
  return ran ? {} : { problem: `${test} has no test of ${id}` };
}

function describeError(error: unknown): string {
  return typeof error === 'object' && error !== null && 'message' in error
    ? String(error.message)
    : String(error);
}

async function plant(fault: Fault): Promise<Outcome> {
  const path = join(root, fault.file);
  const text = readFileSync(path, 'utf8');
  try {
    writeFileSync(path, withFault(text, fault));
    vitest.invalidateFile(path);
    return await runTests(fault);
  } finally {
    writeFileSync(path, text);
    vitest.invalidateFile(path);
  }
}

process.on('message', (fault: Fault) => {
  void plant(fault)
    .catch((error: unknown) => ({ problem: describeError(error) }))
    .then((outcome) => process.send?.(outcome));
});
