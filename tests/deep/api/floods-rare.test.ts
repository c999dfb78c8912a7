// @module-tag S26
import { expect, test } from 'vitest';
import { aJoke } from '../../support/api/jokes.ts';
import { decideDuringFlood, startFarInstances } from '../../support/api/submission-flood.ts';
import { useApi } from '../../support/api/use-api.ts';

/** How long an answer to a decision may take, in milliseconds. */
const DECISION_MS = 3_000;

const jokeIds = Array.from({ length: 20 }, (_, index) => index + 1);
const running = useApi(jokeIds.map((id) => aJoke(id)));

test.each([1, 3])(
  'in a flood of submissions, on %i instances, 20 decisions in a row are each answered within 3 s',
  async (count) => {
    const { db } = running.api.context;
    const revision = async () => Number((await db.doc('catalog/root').get()).get('revision'));
    await using far = await startFarInstances(running.site, count);
    const { decisions } = await decideDuringFlood(far.instances, jokeIds, revision);
    expect(decisions.map(({ answer }) => answer.status)).toEqual(jokeIds.map(() => 200));
    expect(Math.max(...decisions.map(({ ms }) => ms))).toBeLessThan(DECISION_MS);
  },
);
