import { READ } from '../../../functions/src/catalog/follower.ts';
import { aCaller } from '../../support/api/a-caller.ts';
import { beforeEach, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../support/random.ts';
import type { JokeDocument } from '../../../functions/src/catalog/joke.ts';
import { createJokeData } from '../../../functions/src/catalog/jokes.data.ts';
import { scoreOf, votesOf } from '../../../functions/src/catalog/score.ts';
import { visitor, type Identity } from '../../../functions/src/platform/identity.ts';
import { createServices, type Services } from '../../../functions/src/site.ts';
import { edit, listed, modelOf, takeStep, type Model } from '../../support/moderation-steps.ts';
import { siteTime } from '../../support/api-site.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';
import { castVote } from '../../support/api/visitor-steps.ts';

/** An instance shows all changes of others after this time, and its own votes after the shorter one. */
const DUE_MS = 25_001;
const VOTES_LATE_MS = 5_000;

const jokes = someJokes(390);
let now = siteTime();
const running = useApi(jokes, { clock: () => now });
const admin: Identity = { kind: 'admin', provider: 'password', username: 'test', session: 'test' };

let model: Model;
let instances: [Services, Services, Services];

beforeEach(async () => {
  model = modelOf(jokes);
  const services = async () => createServices((await running.start()).context);
  instances = [await services(), await services(), await services()];
  for (const { follower } of instances) await follower.read(READ.visitor);
});

const reads = async (action: () => Promise<unknown>) => (await running.costOf(action)).reads;

async function allPages(
  { jokes: service }: Services,
  identity: Identity,
  status: 'all' | 'pending',
  search = '',
): Promise<number[]> {
  const ids: number[] = [];
  for (let page = 1; ; page += 1) {
    const request = { page, per_page: 50, status, sortBy: 'date_desc', search } as const;
    const { jokes: found, pages } = await service.list(request, aCaller(identity));
    ids.push(...found.map(({ joke_id }) => joke_id));
    if (page >= pages) return ids;
  }
}

/** A random submission, decision, edit, deletion or vote. */
async function changeSomething(services: Services, random: Random): Promise<void> {
  if (random() < 0.7) return takeStep(services, model, random);
  const approved = listed(model, ['approved']);
  const jokeId = approved[Math.floor(random() * approved.length)] ?? 0;
  const stars = random() < 0.6 ? 1 : 5;
  await castVote(services, jokeId, stars);
}

/** The Top 100 and the Newest 40, found by reading every joke. */
async function bruteForce() {
  const { context } = running.api;
  const jokeData = createJokeData({ ...context, report: () => undefined });
  const ids = Array.from({ length: Math.max(...model.keys()) }, (_, index) => index + 1);
  const all = await context.db.runTransaction((sdk) =>
    jokeData.readMany({ sdk, versions: new Map(), written: [] }, ids),
  );
  const approved = all.flatMap((joke) => (joke?.status === 'approved' ? [joke] : []));
  const counted = ({ weighted, histogram }: JokeDocument) => weighted ?? votesOf(histogram);
  const votes = approved.map(counted);
  const sum = (of: 'votes' | 'stars') => votes.reduce((total, each) => total + each[of], 0);
  const prior = sum('stars') / sum('votes');
  const best = (size: number, rank: (joke: JokeDocument) => number) =>
    approved
      .toSorted((a, b) => rank(b) - rank(a) || b.joke_id - a.joke_id)
      .slice(0, size)
      .map(({ joke_id }) => joke_id);
  return {
    top: best(100, (joke) => scoreOf(counted(joke), prior)),
    newest: best(40, ({ approved_at }) => approved_at?.getTime() ?? 0),
  };
}

/** What visitors and administrators see of all lists on an instance. */
async function listsOf(services: Services) {
  const [top, newest] = [await services.jokes.top(100), await services.jokes.newest(40)];
  return {
    approved: await allPages(services, visitor, 'all'),
    totals: (await services.follower.read(READ.visitor)).totals(),
    top: top.jokes.map(({ joke_id }) => joke_id),
    newest: newest.jokes.map(({ joke_id }) => joke_id),
  };
}

async function expectedLists() {
  const [approved, pending, rejected] = (['approved', 'pending', 'rejected'] as const).map(
    (status) => listed(model, [status]),
  );
  return {
    approved,
    totals: { approved: approved?.length, pending: pending?.length, rejected: rejected?.length },
    ...(await bruteForce()),
  };
}

describe('after random submissions, decisions, edits, deletions and votes', { tags: 'P2' }, () => {
  test('on three instances, each lists every joke exactly once, in exact order', async () => {
    const random = createRandom(20);
    for (let round = 0; round < 10; round += 1) {
      for (let step = 0; step < 100; step += 1) {
        const services = instances[Math.floor(random() * instances.length)] ?? instances[0];
        await changeSomething(services, random);
      }
      now += DUE_MS;
      const expected = await expectedLists();
      for (const services of instances) expect(await listsOf(services)).toEqual(expected);
    }
    for (const services of instances) {
      expect(await allPages(services, admin, 'pending')).toEqual(listed(model, ['pending']));
      const all = listed(model, ['approved', 'pending', 'rejected']);
      expect(await allPages(services, admin, 'all')).toEqual(all);
      const rewritten = all.filter((id) => model.get(id)?.text.includes('rewrote'));
      expect(await allPages(services, admin, 'all', 'REWROTE line')).toEqual(rewritten);
    }
  });

  test('on one instance, its lists are exact at once, by votes after five seconds, without a read', async () => {
    const random = createRandom(9);
    const [services] = instances;
    for (let round = 0; round < 10; round += 1) {
      await services.follower.read(READ.administrator);
      for (let step = 0; step < 10; step += 1) await changeSomething(services, random);
      expect((await services.follower.read(READ.visitor)).totals()).toEqual(
        (await expectedLists()).totals,
      );
      now += VOTES_LATE_MS;
      const expected = await expectedLists();
      expect(await reads(async () => expect(await listsOf(services)).toEqual(expected))).toBe(0);
    }
  });
});

test(
  'a start costs three reads, and following two every 25 seconds, or one and one for each joke that has changed, however many ask',
  { tags: 'P1' },
  async () => {
    const [reader, other] = instances;
    const { follower } = createServices(running.api.context);
    const ask = () => Promise.all(Array.from({ length: 80 }, () => follower.read(READ.visitor)));
    expect(await reads(ask)).toBe(3);
    now += 24_999;
    expect(await reads(ask)).toBe(0);
    now += 1;
    expect(await reads(ask)).toBe(2);
    const costs: number[] = [];
    for (const changes of [0, 1, 3]) {
      for (let id = 1; id <= changes; id += 1) {
        await edit(other, id, `Rewritten, ${changes} changes.`);
      }
      now += DUE_MS;
      costs.push(await reads(() => listsOf(reader)));
    }
    expect(costs).toEqual([2, 2, 4]);
    expect(await reads(() => listsOf(reader))).toBe(0);
  },
);
