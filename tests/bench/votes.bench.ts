import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { aJoke } from '../support/api/jokes.ts';
import { countVotes } from '../../functions/src/catalog/score.ts';
import { cookieOf, type Answer, type Instance } from '../support/api-site.ts';
import {
  allAtMost,
  costOf,
  most,
  mustHold,
  type Benchmark,
  type Cost,
} from '../support/bench/measurement.ts';

const VOTERS = 100;
/** How often a vote is sent again that was answered with 503. */
const MOST_TRIES = 20;

function vote(
  instance: Instance,
  joke_id: number,
  network: string,
  cookie?: string,
  key: string = randomUUID(),
): Promise<Answer> {
  return instance.request('/ratings', {
    method: 'POST',
    body: { joke_id, rating_num: 5 },
    headers: {
      'x-forwarded-for': network,
      'idempotency-key': key,
      ...(cookie ? { cookie: `__session=${cookie}` } : {}),
    },
  });
}

const count = z.int();
const votes = z.object({ histogram: z.tuple([count, count, count, count, count]) });

/** P6: the cost of votes with an idempotency key, and that simultaneous ones are all counted, none twice. */
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

  const key = randomUUID();
  const first = await prepared();
  let cookie = '';
  const newVoter = await costOf(site, async () => {
    cookie = cookieOf(await vote(first, 2, '198.51.100.2', undefined, key));
  });
  const second = await prepared();
  const known = await costOf(site, () => vote(second, 3, '198.51.100.2', cookie));
  const replays: Cost[] = [];
  for (const sent of [undefined, cookie, earlier]) {
    replays.push(
      await costOf(site, async () => {
        const { status } = await vote(first, 2, '198.51.100.2', sent, key);
        if (status !== 201) throw new Error('The vote was not recognized');
      }),
    );
  }

  const cookies = await Promise.all(
    Array.from({ length: VOTERS }, async (_, index) =>
      cookieOf(await vote(preparing, 2, `10.0.${index >> 8}.${index & 255}`)),
    ),
  );
  let again = 0;
  /** Sends a vote until it is not answered with 503. */
  async function insist(each: string): Promise<Answer> {
    const own = randomUUID();
    let answer = await vote(preparing, 1, '10.9.9.9', each, own);
    for (let tries = 1; answer.status === 503 && tries < MOST_TRIES; tries += 1) {
      again += 1;
      answer = await vote(preparing, 1, '10.9.9.9', each, own);
    }
    return answer;
  }
  const answers = await Promise.all(cookies.map(insist));
  const acknowledged = answers.filter(({ status }) => status === 201).length;
  const stored = votes.parse((await preparing.context.db.doc('jokes/1').get()).data());
  const counted = countVotes(stored.histogram);
  for (const instance of [preparing, first, second]) await instance.stop();

  return [
    ...allAtMost('P6', [
      ['reads of a vote by a known browser, cold except for the voter key', known.reads, 3],
      ['… writes', known.writes, 2],
      ['… commits', known.commits, 1],
      ['reads of the first vote by a new browser, cold except for the same', newVoter.reads, 3],
      ['… writes', newVoter.writes, 2],
      ['… commits', newVoter.commits, 1],
      ['reads of it again, with its cookie, another one or none', most(replays, 'reads'), 3],
      ['… writes', most(replays, 'writes'), 0],
    ]),
    mustHold(
      'P6',
      `${VOTERS} simultaneous votes on one joke: acknowledged, counted`,
      `${acknowledged}, ${counted}; sent again after 503: ${again}`,
      'equal, all',
      acknowledged === VOTERS && counted === acknowledged,
    ),
  ];
};
