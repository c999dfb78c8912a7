import { runVitest } from '../support/run-vitest.ts';
import { copyProject, type ProjectCopy } from '../support/deploy/project-copy.ts';
import { noticedIn, withFault, type Mutation } from './mutation.ts';
import { mutations } from './mutations.ts';
import type { Requirement } from './requirements.ts';

/** A planted fault, and whether the tests of its requirement noticed it by failing. */
export interface Planted {
  id: Requirement['id'];
  what: string;
  noticed: boolean;
}

/** Plants one fault in the copy, runs the tests that have to notice it, and takes it back. */
async function plant(copy: ProjectCopy, mutation: Mutation): Promise<Planted> {
  const { id, what } = mutation;
  const test = noticedIn(mutation);
  copy.edit(mutation.file, (text) => withFault(text, mutation));
  const { numFailedTests, testResults } = await runVitest(
    [test, `--tags-filter=${id}`, '--bail=1'],
    { folder: copy.root, quiet: true },
  );
  copy.restore();
  const ran = testResults.some(({ assertionResults }) =>
    assertionResults.some(({ tags, status }) => tags.includes(id) && status !== 'skipped'),
  );
  if (!ran) throw new Error(`${test} has no test of ${id}, or could not be run: ${what}`);
  return { id, what, noticed: numFailedTests > 0 };
}

/**
 * Plants each fault in a copy of the project, two at a time, and runs the tests that must notice it.
 * @returns the faults in the order of `mutations`
 * @throws {Error} if a fault's name is no longer in the code, or a test file does not run
 */
export async function plantFaults(): Promise<Planted[]> {
  const planted: Planted[] = [];
  const left = mutations.entries();

  async function plantNext(): Promise<void> {
    using copy = copyProject();
    for (const [index, mutation] of left) {
      const result = await plant(copy, mutation);
      const outcome = result.noticed ? 'noticed' : 'NOT NOTICED';
      process.stdout.write(
        `${index + 1}/${mutations.length} ${result.id} ${result.what}: ${outcome}\n`,
      );
      planted[index] = result;
    }
  }

  await Promise.all([plantNext(), plantNext()]);
  return planted;
}
