import { generateJokes } from '../support/generated-jokes.ts';
import { createRandom } from '../support/random.ts';
import { aCaller } from '../support/api/a-caller.ts';
import { endlessCall } from '../../functions/src/platform/deadline.ts';
import { createServices, type Services } from '../../functions/src/site.ts';
import {
  ACTOR,
  approve,
  edit,
  listed,
  modelOf,
  remove,
  takeStep,
} from '../support/moderation-steps.ts';
import { startStorage } from '../support/bench/storage.ts';
import { atMost, mustHold, type Benchmark } from '../support/bench/measurement.ts';
import { castVote, reportJoke, submitJoke } from '../support/api/visitor-steps.ts';

const STEPS = 1_000;
/** Documents of these belong to one joke, one browser or one change. */
const OWN = new Set(['jokes', 'ratings', 'reports', 'changes']);

async function everyApprovedId(services: Services): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const request = { page, per_page: 20, status: 'all', sortBy: 'date_desc', search: '' } as const;
    const { jokes, pages } = await services.jokes.list(request, aCaller());
    ids.push(...jokes.map((joke) => joke.joke_id));
    if (page >= pages) return ids;
  }
}

/** P2: list pages are exact after random changes. P3: which shared documents writes touch. */
export const benchmark: Benchmark = async (site) => {
  const jokes = [...generateJokes({ count: 600, pendingShare: 0.1, rejectedShare: 0.1 })];
  const model = modelOf(jokes);
  await site.fill(jokes);
  const instance = await site.start();
  const { config } = instance.context;
  // The random steps submit more than an instance accepts in an hour.
  const ceilings = { ...config.ceilings, submissions: STEPS };
  const services = createServices({ ...instance.context, config: { ...config, ceilings } });
  const random = createRandom(2);
  for (let step = 0; step < STEPS; step += 1) await takeStep(services, model, random);

  const shown = await everyApprovedId(services);
  const expected = listed(model, ['approved']);
  const twice = shown.length - new Set(shown).size;
  const missing = expected.filter((id) => !shown.includes(id)).length;
  const unexpected = shown.filter((id) => !expected.includes(id)).length;
  // So that what is written from now on has nothing to do with a snapshot.
  await services.snapshots.save();
  await instance.stop();
  const storage = await startStorage();
  const other = await site.start(storage.images);
  const others = createServices(other.context);
  const { images } = others;
  await others.signing.sign('voter', 'creates the key');

  /** The shared documents that an action writes. */
  async function sharedBy(what: string, expected: string, action: () => Promise<unknown>) {
    site.firestore.resetRecords();
    await action();
    const written = site.firestore
      .records()
      .filter(({ rpc }) => rpc === 'Commit')
      .flatMap(({ detail }) => detail.match(/[\w-]+\/[\w-]+/g) ?? [])
      .filter((path) => !OWN.has(path.split('/')[0] ?? ''));
    const measured = [...new Set(written)].join(', ') || 'none';
    const writes = `shared documents that ${what} writes`;
    return mustHold('P3', writes, measured, expected, measured === expected);
  }
  const [pending = 0] = listed(model, ['pending']);
  const [approved = 0, another = 0] = expected;
  const rows = [
    atMost(
      'P2',
      `after ${STEPS.toLocaleString('en')} random steps: listed twice, missing or unexpected, of ${expected.length}`,
      twice + missing + unexpected,
      0,
    ),
    await sharedBy('a vote', 'none', () => castVote(others, approved, 5)),
    await sharedBy('a report', 'none', () => reportJoke(others, approved, 'other')),
    await sharedBy('an approval', 'none', () => approve(others, pending)),
    await sharedBy('an edit', 'none', () => edit(others, pending, 'Chuck Norris edits himself.')),
    await sharedBy('a tag', 'none', () => approve(others, pending, { tags: ['food'] })),
    await sharedBy('an image', 'none', () =>
      images.generate({ actor: ACTOR, jokeId: another, force: false }, endlessCall()),
    ),
    await sharedBy('a deletion', 'none', () => remove(others, pending)),
    await sharedBy('a submission', 'catalog/root', () =>
      submitJoke(others, 'Chuck Norris benchmarks himself.'),
    ),
  ];
  await other.stop();
  await storage.stop();
  return rows;
};
