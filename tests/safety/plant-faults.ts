import { runVitest } from '../run-vitest.ts';
import { copyProject } from '../deploy/project-copy.ts';
import { withFault } from './mutation.ts';
import { mutations } from './mutations.ts';
import type { Requirement } from './requirements.ts';

/** A planted fault, and whether the tests of its requirement failed for it. */
export interface Planted {
  id: Requirement['id'];
  what: string;
  noticed: boolean;
}

/**
 * Plants each fault in a copy of the project and runs the tests that have to notice it.
 * @throws when a fault's text is not in the code any more, or a test file does not run at all
 */
export async function plantFaults(): Promise<Planted[]> {
  using copy = copyProject();
  const planted: Planted[] = [];
  for (const [index, { id, what, edits, test }] of mutations.entries()) {
    for (const edit of edits) copy.edit(edit[0], (text) => withFault(text, edit));
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
