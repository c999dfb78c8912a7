import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { aJoke } from '../support/api/jokes.ts';
import { cookieOf, openApi, type Answer, type Instance } from '../support/api-site.ts';
import {
  allAtMost,
  atMost,
  costOf,
  forInformation,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';
import { startVirtualTime } from '../support/bench/virtual-time.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { createRandom } from '../support/random.ts';

/** Facts, each of which this many browsers rate at once, a second after the one before. */
const CONTENDED = { facts: 60, browsers: 4 };
const REFRESH_SECONDS = 25;
/** Waits between attempts take this share of their time: much longer than an attempt. */
const WAIT_SHARE = 0.2;

/** @param key null: none is sent */
function vote(
  instance: Instance,
  joke_id: number,
  network: string,
  cookie?: string,
  key: string | null = randomUUID(),
): Promise<Answer> {
  return instance.request('/ratings', {
    method: 'POST',
    body: { joke_id, rating_num: 5 },
    headers: {
      'x-forwarded-for': network,
      ...(key === null ? {} : { 'idempotency-key': key }),
      ...(cookie ? { cookie: `__session=${cookie}` } : {}),
    },
  });
}

/** P24: what votes that abort each other cause, beside a request for a list in each second. */
async function contend(transactions: 'locks' | 'optimistic'): Promise<Row[]> {
  const site = await openApi({ contention: 'production', transactions });
  const time = startVirtualTime();
  await site.fill(generateJokes({ count: 600, pendingShare: 0, rejectedShare: 0 }));
  const instance = await site.start({
    clock: time.now,
    random: createRandom(24),
    pause: (milliseconds) => setTimeout(milliseconds * WAIT_SHARE),
  });
  const { facts, browsers } = CONTENDED;
  const all = facts * browsers;
  const network = '198.51.100.4';
  const cookies: string[] = [];
  for (let browser = 1; browser <= browsers; browser += 1) {
    cookies.push(cookieOf(await vote(instance, facts + 1, network)));
  }
  await instance.request('/jokes');
  site.firestore.resetRecords();
  const statuses: number[] = [];
  for (let jokeId = 1; jokeId <= facts; jokeId += 1) {
    const sent = cookies.map((cookie) => vote(instance, jokeId, network, cookie, null));
    time.pass(1_000);
    statuses.push((await instance.request('/jokes')).status);
    for (const { status } of await Promise.all(sent)) statuses.push(status);
  }
  await instance.idle();
  time.stop();
  const records = site.firestore.records();
  await site.stop();

  const refreshes = records.filter(({ detail }) => detail === 'catalog/root').length;
  const others = records.filter(({ detail }) => !/^(catalog\/root$|jokes where )/.test(detail));
  const reads = others.reduce((sum, record) => sum + record.reads, 0);
  const attempts = records.filter(({ rpc }) => rpc === 'Commit').length;
  const counts = [...Map.groupBy(statuses, String)].map(
    ([status, { length }]) => `${length} × ${status}`,
  );
  const what = `${all} votes, ${browsers} at a time on one fact, beside ${facts} requests for a list in ${facts} s, ${transactions}`;
  return [
    atMost('P24', `${what}: refreshes (61 before)`, refreshes, Math.floor(facts / REFRESH_SECONDS)),
    atMost('P24', '… reads of a vote besides (5,592 reads in all before)', reads / all, 4),
    forInformation(
      'P24',
      '… statuses; attempts per vote, each of which reads two documents, or three with an Idempotency-Key',
      `${counts.join(', ')}; ${(attempts / all).toFixed(2)}`,
    ),
  ];
}

/** P6: the cost of votes with an idempotency key; P24: of votes that abort each other. */
export const benchmark: Benchmark = async (site) => {
  await site.fill([aJoke(1), aJoke(2), aJoke(3)]);
  const preparing = await site.start();
  const earlier = cookieOf(await vote(preparing, 3, '198.51.100.1'));
  /** A cold instance that has read the voter key, which it does once. */
  async function prepared(): Promise<Instance> {
    const instance = await site.start();
    const { status } = await vote(instance, 3, '198.51.100.3', earlier);
    if (status !== 400) throw new Error(`The status of a second vote is ${status}`);
    return instance;
  }

  const first = await prepared();
  let cookie = '';
  const newVoter = await costOf(site, async () => {
    cookie = cookieOf(await vote(first, 2, '198.51.100.2'));
  });
  const second = await prepared();
  const known = await costOf(site, () => vote(second, 3, '198.51.100.2', cookie));
  for (const instance of [preparing, first, second]) await instance.stop();
  return [
    ...allAtMost('P6', [
      ['reads of a vote by a known browser, cold except for the voter key', known.reads, 3],
      ['… writes', known.writes, 2],
      ['… commits', known.commits, 1],
      ['reads of the first vote by a new browser, cold except for the same', newVoter.reads, 3],
      ['… writes', newVoter.writes, 2],
      ['… commits', newVoter.commits, 1],
    ]),
    ...(await contend('locks')),
    ...(await contend('optimistic')),
  ];
};
