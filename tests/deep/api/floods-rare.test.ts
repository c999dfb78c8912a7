// @module-tag S26
import { expect, test } from 'vitest';
import { createServices } from '../../../functions/src/services.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';
import { ACTOR } from '../../support/moderation-steps.ts';

const jokeIds = Array.from({ length: 20 }, (_, index) => index + 1);
const running = useApi(jokeIds.map((id) => aJoke(id)));

/** How many batches of submissions were stored since the decision before each decision. */
function batchesBeforeDecisions(): number[] {
  const written = running.site.firestore
    .records()
    .filter(({ rpc, code, detail }) => rpc === 'Commit' && code === 0 && / jokes\//.test(detail));
  const waits: number[] = [];
  let batches = 0;
  for (const { detail } of written) {
    batches += 1;
    if (!jokeIds.some((id) => `${detail},`.includes(` jokes/${id},`))) continue;
    waits.push(batches - 1);
    batches = 0;
  }
  return waits;
}

// On one instance, it waits for the batch that is being stored. Each other instance may store one before that batch,
// and one before the decision.
test.each([
  [1, 1],
  [3, 5],
])(
  'in a flood of submissions, on %i instances, each decision waits for %i batches at most',
  async (count, most) => {
    const others = Array.from({ length: count - 1 }, () => running.site.start());
    const instances = [running.api, ...(await Promise.all(others))];
    const services = instances.map(({ context }) => createServices(context));
    running.site.firestore.resetRecords();

    const releases = instances.map((instance) => instance.holdCalls());
    const flood = services.flatMap(({ submissions }, instance) =>
      Array.from({ length: 100 }, (_, number) =>
        submissions.submit(`Chuck Norris sends fact ${number} into flood ${instance}.`),
      ),
    );
    const decide = async () => {
      for (const id of jokeIds) await services[0]?.moderation.reject(ACTOR, id);
    };
    const decided = decide();
    for (const release of releases) release();
    await decided;
    const stored = await Promise.allSettled(flood);

    expect(stored.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(30);
    const waits = batchesBeforeDecisions();
    expect(waits).toHaveLength(jokeIds.length);
    expect(Math.max(...waits)).toBeLessThanOrEqual(most);
  },
);
