import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { copyProject } from '../support/deploy/project-copy.ts';
import { endGroup, startGroup } from '../support/process-group.ts';
import { isInBrowser, type Fault } from './fault.ts';
import { parseFaults } from './parse-faults.ts';
import type { Outcome } from './planter.ts';

/** All planted faults. */
export const faults: readonly Fault[] = ['server.faults', 'web.faults'].flatMap((name) =>
  parseFaults(readFileSync(join(import.meta.dirname, name), 'utf8'), name),
);

const outcome = z.object({
  noticedBy: z.optional(z.string()),
  problem: z.optional(z.string()),
});

/** A planted fault, and the test of its requirement that noticed it by failing. */
export type Planted = Fault & Outcome;

/** A line about a planted fault, and the test that noticed it. */
export function describePlanted({
  id,
  what,
  noticedBy,
  problem = 'no test fails',
}: Planted): string {
  return noticedBy === undefined
    ? `✗ ${id} ${what}: NOT NOTICED, ${problem}`
    : `✓ ${id} ${what}: noticed by “${noticedBy}”`;
}

/**
 * Plants each fault in a copy of the project, four at a time, because many wait, and runs the tests that must notice
 * it. Prints each.
 * @throws {Error} if a process that plants them ends
 */
export async function plantFaults(chosen: readonly Fault[] = faults): Promise<Planted[]> {
  const planted: Planted[] = [];
  // The browser's begin, because they take longest; those with the same tests follow each other.
  const left = chosen
    .toSorted(
      (a, b) => Number(isInBrowser(b)) - Number(isInBrowser(a)) || a.test.localeCompare(b.test),
    )
    .values();

  async function plantNext(): Promise<void> {
    using copy = copyProject();
    const planter = startGroup(process.execPath, [join(copy.root, 'tests/safety/planter.ts')], {
      folder: copy.root,
      stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    });
    let errors = '';
    planter.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = `${errors}${text}`.slice(-2_000);
    });
    const ended = once(planter, 'exit').then(() => {
      throw new Error(`The process that plants faults ended.\n${errors}`);
    });
    try {
      for (const fault of left) {
        const answered = once(planter, 'message');
        planter.send(fault);
        const [message]: unknown[] = await Promise.race([answered, ended]);
        const result = { ...fault, ...outcome.parse(message) };
        planted.push(result);
        process.stdout.write(`${planted.length}/${chosen.length} ${describePlanted(result)}\n`);
      }
    } finally {
      ended.catch(() => undefined);
      endGroup(planter.pid, 'SIGTERM');
    }
  }

  await Promise.all([plantNext(), plantNext(), plantNext(), plantNext()]);
  return planted;
}
