import { generateJokes } from '../support/generated-jokes.ts';
import { createRandom } from '../../local/seed/random.ts';
import { nobody } from '../../functions/src/features/jokes/visitor-searches.ts';
import { createServices, type Services } from '../../functions/src/services.ts';
import { ACTOR, listed, modelOf, takeStep } from '../support/moderation-steps.ts';
import { atMost, costOf, mustHold, type Benchmark } from '../support/bench/measurement.ts';
import { aVote } from '../support/api/votes.ts';

const STEPS = 1_000;

async function everyApprovedId(services: Services): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const request = { page, per_page: 20, status: 'all', sortBy: 'date_desc', search: '' } as const;
    const { jokes, pages } = await services.jokes.list({ kind: 'visitor' }, request, nobody);
    ids.push(...jokes.map((joke) => joke.joke_id));
    if (page >= pages) return ids;
  }
}

/** P2: list pages are exact after random changes. P3: how many writes the catalog adds. */
export const benchCatalog: Benchmark = async (site) => {
  const jokes = [...generateJokes({ count: 600, pendingShare: 0.1, rejectedShare: 0.1 })];
  const model = modelOf(jokes);
  await site.fill(jokes);
  const instance = await site.start();
  const services = createServices(instance.context);
  const random = createRandom(2);
  for (let step = 0; step < STEPS; step += 1) await takeStep(services, model, random);

  const shown = await everyApprovedId(services);
  const expected = listed(model, ['approved']);
  const twice = shown.length - new Set(shown).size;
  const missing = expected.filter((id) => !shown.includes(id)).length;
  const unexpected = shown.filter((id) => !expected.includes(id)).length;

  const [pending = 0] = listed(model, ['pending']);
  // `own` writes: the joke, and the audit entry of an administrator's action.
  const extra = async (action: () => Promise<unknown>, own: number) =>
    (await costOf(site, action)).writes - own;
  const rows = [
    mustHold(
      'P2',
      `after ${STEPS.toLocaleString('en')} random steps: listed twice, missing, unexpected`,
      `${twice}, ${missing}, ${unexpected} of ${expected.length}`,
      '0, 0, 0',
      twice + missing + unexpected === 0,
    ),
    atMost(
      'P3',
      'extra writes of an approval',
      await extra(() => services.moderation.approve(ACTOR, pending), 2),
      2,
    ),
    atMost(
      'P3',
      'extra writes of a submission',
      await extra(() => services.submissions.submit('Chuck Norris benchmarks himself.'), 1),
      2,
    ),
    atMost(
      'P3',
      'extra writes of an edit',
      await extra(
        () =>
          services.moderation.edit(ACTOR, pending, { joke_text: 'Chuck Norris edits himself.' }),
        2,
      ),
      2,
    ),
    atMost(
      'P3',
      'extra writes of a deletion',
      await extra(() => services.moderation.remove(ACTOR, pending), 2),
      2,
    ),
    atMost(
      'P3',
      'extra writes of a vote',
      await extra(() => services.ratings.add(expected[0] ?? 0, 'bench-voter', aVote(5)), 2),
      0,
    ),
  ];
  await instance.stop();
  return rows;
};
