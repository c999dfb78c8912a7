import { runVitest } from '../run-vitest.ts';
import { copyProject, type ProjectCopy } from '../deploy/project-copy.ts';
import { mutations, type Mutation } from './mutations.ts';
import type { Requirement } from './requirements.ts';

/** A planted fault, and whether the tests of its requirement failed for it. */
export interface Planted {
  id: Requirement['id'];
  what: string;
  noticed: boolean;
}

function plant(copy: ProjectCopy, { id, edits }: Mutation): void {
  for (const { file, part, by } of edits) {
    copy.edit(file, (text) => {
      const [before, after, ...more] = text.split(part);
      if (before === undefined || after === undefined || more.length > 0) {
        throw new Error(`The fault of ${id} stands not exactly once in ${file}: ${part}`);
      }
      return before + by + after;
    });
  }
}

/**
 * Plants each fault in a copy of the project and runs the tests that have to notice it.
 * @throws when a fault's text is not in the code any more, or a test file does not run at all
 */
export async function plantFaults(): Promise<Planted[]> {
  using copy = copyProject();
  const planted: Planted[] = [];
  for (const [index, mutation] of mutations.entries()) {
    const { id, what, test } = mutation;
    plant(copy, mutation);
    const { numFailedTests, testResults } = await runVitest(
      [test, `--tags-filter=${id}`, '--bail=1'],
      { folder: copy.root, quiet: true },
    );
    copy.restore();
    const ran = testResults.some(({ assertionResults }) =>
      assertionResults.some(({ tags, status }) => tags.includes(id) && status !== 'skipped'),
    );
    if (!ran) throw new Error(`${test} has no test of ${id}, or could not be run: ${what}`);
    const noticed = numFailedTests > 0;
    const told = noticed ? 'noticed' : 'NOT NOTICED';
    process.stdout.write(`${index + 1}/${mutations.length} ${id} ${what}: ${told}\n`);
    planted.push({ id, what, noticed });
  }
  return planted;
}
