import { generateJokes } from '../support/generated-jokes.ts';
import { endlessCall } from '../../functions/src/platform/deadline.ts';
import { createServices } from '../../functions/src/site.ts';
import { ACTOR, approve, edit, listed, modelOf, remove } from '../support/moderation-steps.ts';
import { startStorage } from '../support/bench/storage.ts';
import { mustHold, type Benchmark } from '../support/bench/measurement.ts';
import { castVote, reportJoke, submitJoke } from '../support/api/visitor-steps.ts';

/** Documents of these belong to one joke, one browser or one change. */
const OWN = new Set(['jokes', 'ratings', 'reports', 'changes']);

/** P3: which shared documents writes touch. */
export const benchmark: Benchmark = async (site) => {
  const jokes = [...generateJokes({ count: 600, pendingShare: 0.1, rejectedShare: 0.1 })];
  await site.fill(jokes);
  const storage = await startStorage();
  const instance = await site.start(storage.images);
  const services = createServices(instance.context);
  await services.signing.sign('voter', 'creates the key');

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
  const model = modelOf(jokes);
  const [pending = 0] = listed(model, ['pending']);
  const [approved = 0, another = 0] = listed(model, ['approved']);
  const rows = [
    await sharedBy('a vote', 'none', () => castVote(services, approved, 5)),
    await sharedBy('a report', 'none', () => reportJoke(services, approved, 'other')),
    await sharedBy('an approval', 'none', () => approve(services, pending)),
    await sharedBy('an edit', 'none', () => edit(services, pending, 'Chuck Norris edits himself.')),
    await sharedBy('a tag', 'none', () => approve(services, pending, { tags: ['food'] })),
    await sharedBy('an image', 'none', () =>
      services.images.generate({ actor: ACTOR, jokeId: another, force: false }, endlessCall()),
    ),
    await sharedBy('a deletion', 'none', () => remove(services, pending)),
    await sharedBy('a submission', 'catalog/root', () =>
      submitJoke(services, 'Chuck Norris benchmarks himself.'),
    ),
  ];
  await instance.stop();
  await storage.stop();
  return rows;
};
