import * as z from 'zod';
import { aJoke } from '../api/jokes.ts';
import type { Answer, Instance } from '../site.ts';
import { atMost, costOf, mustHold, type Benchmark } from './measurement.ts';

const VOTERS = 1_000;

function vote(
  instance: Instance,
  joke_id: number,
  network: string,
  cookie?: string,
): Promise<Answer> {
  return instance.request('/ratings', {
    method: 'POST',
    body: { joke_id, rating_num: 5 },
    headers: { 'x-forwarded-for': network, ...(cookie ? { cookie: `__session=${cookie}` } : {}) },
  });
}

function cookieOf(answer: Answer): string {
  const cookie = /^__session=([^;]+)/.exec(answer.headers.get('set-cookie') ?? '')?.[1];
  if (cookie === undefined) throw new Error(`No voter id was given: ${answer.status}`);
  return cookie;
}

const votes = z.object({ num_votes: z.int() });

/** P6: what votes cost, and that a thousand of them at once are all counted. */
export const benchVotes: Benchmark = async (site) => {
  await site.fill([aJoke(1), aJoke(2), aJoke(3)]);
  const preparing = await site.start();
  await vote(preparing, 3, '198.51.100.1');

  const first = await site.start();
  let cookie = '';
  const newVoter = await costOf(site, async () => {
    cookie = cookieOf(await vote(first, 2, '198.51.100.2'));
  });
  const second = await site.start();
  const known = await costOf(site, () => vote(second, 3, '198.51.100.2', cookie));

  const cookies = await Promise.all(
    Array.from({ length: VOTERS }, async (_, index) =>
      cookieOf(await vote(preparing, 2, `10.0.${index >> 8}.${index & 255}`)),
    ),
  );
  let acknowledged = 0;
  const storm = await costOf(site, async () => {
    const answers = await Promise.all(cookies.map((each) => vote(preparing, 1, '10.9.9.9', each)));
    acknowledged = answers.filter((answer) => answer.status === 201).length;
  });
  const stored = votes.parse((await preparing.context.db.doc('jokes/1').get()).data());
  for (const instance of [preparing, first, second]) await instance.stop();

  return [
    atMost('P6', 'reads of a vote of a known browser, cold', known.reads, 3),
    atMost('P6', 'writes of it', known.writes, 2),
    atMost('P6', 'commits of it', known.commits, 1),
    atMost('P6', 'reads of the first vote of a new browser, cold', newVoter.reads, 5),
    atMost('P6', 'writes of it', newVoter.writes, 4),
    mustHold(
      'P6',
      `${VOTERS.toLocaleString('en')} votes at once on one joke: acknowledged, counted`,
      `${acknowledged}, ${stored.num_votes}`,
      'equal, all',
      acknowledged === VOTERS && stored.num_votes === acknowledged,
    ),
    atMost('P6', '… writes per vote', storm.writes / VOTERS, 1.2),
  ];
};
