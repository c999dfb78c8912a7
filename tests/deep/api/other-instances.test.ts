import { beforeEach, describe, expect, test } from 'vitest';
import { createRandom, type Random } from '../../../local/seed/random.ts';
import { createJokeData } from '../../../functions/src/features/jokes/jokes.data.ts';
import {
  byApproval,
  byScore,
  type Order,
} from '../../../functions/src/features/jokes/joke-cache.ts';
import { createServices, type Services } from '../../../functions/src/services.ts';
import { ACTOR } from '../../support/moderation-steps.ts';
import { ADMIN_BEARER, type Instance, siteTime } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { listedIds } from '../../support/api/lists.ts';
import { useApi } from '../../support/api/use-api.ts';
import { aVote } from '../../support/api/votes.ts';

const A_MINUTE = 60_000;
/** How long an instance may show old votes. */
const TEN_MINUTES = 10 * 60_000;
const JOKES = 260;

const jokes = Array.from({ length: JOKES }, (_, index) =>
  aJoke(index + 1, { histogram: [0, 1, 2, index % 9, index % 5] }),
);
const running = useApi(jokes);

let now = siteTime();
let reader: Instance;
let other: Services;

beforeEach(async () => {
  const clock = () => now;
  await running.restart({ clock });
  reader = running.api;
  other = createServices((await running.site.start({ clock })).context);
});

/** The joke ids in a list from the reading instance. */
const ids = (path: string) => listedIds(reader, path);

async function reads(action: () => Promise<unknown>): Promise<number> {
  running.site.firestore.resetRecords();
  await action();
  return running.site.firestore.totals().reads;
}

describe('a change on another instance', () => {
  test('shows within a minute if it is an edit, and within ten if it is a vote', async () => {
    await reader.request('/jokes/5');
    await reader.request('/jokes/6');
    await other.moderation.edit(ACTOR, 5, { joke_text: 'Rewritten elsewhere.' });
    await other.ratings.add(6, 'voter', aVote(5));
    now += A_MINUTE;
    const edited = await reader.request('/jokes/5');
    expect(edited.body).toMatchObject({ joke_text: 'Rewritten elsewhere.' });
    now += TEN_MINUTES;
    const num_votes = 3 + (5 % 9) + (5 % 5) + 1;
    expect((await reader.request('/jokes/6')).body).toMatchObject({ num_votes });
  });

  test('costs one read per look at the catalog, and those of the jokes that changed', async () => {
    await reader.request('/jokes');
    await reader.request('/jokes/top');
    now += A_MINUTE;
    expect(await reads(() => reader.request('/jokes'))).toBe(1);
    expect(await reads(() => reader.request('/jokes/top'))).toBe(0);
    await other.moderation.reject(ACTOR, JOKES - 1);
    now += A_MINUTE;
    // The Top 100 has the joke that moves up onto the page.
    expect(await reads(() => reader.request('/jokes'))).toBe(1);
    await other.moderation.approve(ACTOR, JOKES - 1);
    now += A_MINUTE;
    expect(await reads(() => reader.request('/jokes'))).toBe(1 + 1);
    // An edit names the whole shelf, which has all jokes of the page.
    await other.moderation.edit(ACTOR, JOKES, { joke_text: 'Rewritten elsewhere.' });
    now += A_MINUTE;
    expect(await reads(() => reader.request('/jokes'))).toBe(1 + 20);
  });

  test('reloads everything after a restore, whose catalog may be older', async () => {
    const { db } = reader.context;
    const before = (await db.doc('catalog/root').get()).data() ?? {};
    await other.moderation.edit(ACTOR, 5, { joke_text: 'Rewritten elsewhere.' });
    expect((await reader.request('/jokes/5')).body).toMatchObject({
      joke_text: 'Rewritten elsewhere.',
    });
    await ids('/jokes/top');
    await db.doc('catalog/root').set(before);
    await db.doc('jokes/5').update({ joke_text: 'Restored.', score: 5 });
    now += A_MINUTE;
    expect((await reader.request('/jokes/5')).body).toMatchObject({ joke_text: 'Restored.' });
    expect((await ids('/jokes/top'))[0]).toBe(5);
  });
});

/** The first approved jokes in this order, found by reading every joke. */
async function bruteForce(order: Order, size: number): Promise<number[]> {
  const all = await createJokeData(reader.context).readMany(
    Array.from({ length: JOKES }, (_, index) => index + 1),
  );
  const approved = all.filter((joke) => joke.status === 'approved').toSorted(order);
  return approved.slice(0, size).map((joke) => joke.joke_id);
}

/** Compares both rankings with a brute-force result; returns the Top 100 and what both cost in reads. */
async function exactRankings(): Promise<{ top: number[]; cost: number }> {
  let top: number[] = [];
  let newest: number[] = [];
  const cost = await reads(async () => {
    top = await ids('/jokes/top');
    newest = await ids('/jokes/newest');
  });
  expect(top).toEqual(await bruteForce(byScore, 100));
  expect(newest).toEqual(await bruteForce(byApproval, 40));
  return { top, cost };
}

/** Votes, decisions and deletions on one of the two instances. */
interface Changes {
  rate: (jokeId: number, voter: string, star: number) => Promise<unknown>;
  moderate: (decision: 'approve' | 'reject' | 'remove', jokeId: number) => Promise<unknown>;
}

const byOther: Changes = {
  rate: (jokeId, voter, stars) => other.ratings.add(jokeId, voter, aVote(stars)),
  moderate: (decision, jokeId) => other.moderation[decision](ACTOR, jokeId),
};

const byReader: Changes = {
  rate: (joke_id, _voter, rating_num) =>
    reader.request('/ratings', { method: 'POST', body: { joke_id, rating_num } }),
  moderate: (decision, jokeId) =>
    reader.request(`/admin/${decision === 'remove' ? 'delete' : decision}/${jokeId}`, {
      method: decision === 'remove' ? 'DELETE' : 'POST',
      bearer: ADMIN_BEARER,
    }),
};

/** Makes a random vote, decision or deletion, half the time on a joke of the Top 100. */
async function changeSomething(
  { rate, moderate }: Changes,
  random: Random,
  top: readonly number[],
  voter: string,
): Promise<void> {
  const picked = 1 + Math.floor(random() * JOKES);
  const chosen = random() < 0.5 ? (top[Math.floor(random() * top.length)] ?? picked) : picked;
  const kind = random();
  const change = async () => {
    if (kind < 0.6) await rate(chosen, voter, random() < 0.6 ? 1 : 5);
    else if (kind < 0.8) await moderate('reject', chosen);
    else if (kind < 0.97) await moderate('approve', chosen);
    else await moderate('remove', chosen);
  };
  await change().catch(() => undefined);
}

interface Rounds {
  rounds: number;
  /** random changes per round */
  steps: number;
  changes: Changes;
  seed: number;
  /** milliseconds that pass before each change, and before the rankings are compared */
  stepMs?: number;
  roundMs?: number;
}

/** Makes random changes and compares both rankings after each round. @returns what the rankings cost in reads */
async function changeAndCompare({ rounds, steps, changes, seed, stepMs = 0, roundMs = 0 }: Rounds) {
  const random = createRandom(seed);
  await ids('/jokes');
  let top = await ids('/jokes/top');
  await ids('/jokes/newest');
  let cost = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (let step = 0; step < steps; step += 1) {
      now += stepMs;
      await changeSomething(changes, random, top, `voter-${round}-${step}`);
    }
    now += roundMs;
    const rankings = await exactRankings();
    ({ top } = rankings);
    cost += rankings.cost;
  }
  return cost;
}

/** What it costs to load both rankings. */
const BOTH_RANKINGS = 140;

test('Top 100 and Newest 40 are exact within ten minutes of any change on another instance', async () => {
  const roundMs = TEN_MINUTES + A_MINUTE;
  await changeAndCompare({
    rounds: 30,
    steps: 6,
    changes: byOther,
    seed: 8,
    stepMs: 1_000,
    roundMs,
  });
});

test('Top 100 and Newest 40 are exact within a minute of a decision on another instance', async () => {
  const changes = { ...byOther, rate: () => Promise.resolve() };
  const rounds = 30;
  const cost = await changeAndCompare({ rounds, steps: 6, changes, seed: 10, roundMs: A_MINUTE });
  expect(cost).toBeLessThan(0.5 * rounds * BOTH_RANKINGS);
});

test('Top 100 and Newest 40 are exact immediately after any change on the same instance', async () => {
  const rounds = 12;
  const cost = await changeAndCompare({ rounds, steps: 4, changes: byReader, seed: 9 });
  expect(cost).toBeLessThan(0.25 * rounds * BOTH_RANKINGS);
});
