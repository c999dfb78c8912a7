import { beforeEach, expect, test } from 'vitest';
import type { JokeDocument } from '../../../functions/src/features/jokes/joke-document.ts';
import { createJokeData } from '../../../functions/src/features/jokes/jokes.data.ts';
import { createCatalogData } from '../../../functions/src/catalog/catalog.data.ts';
import {
  checkScores,
  refreshScores,
} from '../../../functions/src/operations/score-refresh.service.ts';
import { rankingScore } from '../../../functions/src/catalog/score.ts';
import { createServices } from '../../../functions/src/services.ts';
import { ACTOR } from '../../support/moderation-steps.ts';
import { importText, jsonLines, quiet } from '../../support/api/import-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { listedIds } from '../../support/api/lists.ts';
import { refuseCommitsFrom, useApi } from '../../support/api/use-api.ts';
import { aVote } from '../../support/api/votes.ts';
import { siteTime } from '../../support/api-site.ts';

const JOKES = 450;
const PENDING = 450;
const REJECTED = 449;
// 100 votes with an average of 3.0 stars; votes for a rejected joke don't count.
const running = useApi([
  ...Array.from({ length: JOKES - 2 }, (_, index) =>
    aJoke(index + 1, { histogram: index < 50 ? [0, 1, 0, 1, 0] : [0, 0, 0, 0, 0] }),
  ),
  aJoke(REJECTED, { status: 'rejected', histogram: [0, 0, 0, 0, 90] }),
  aJoke(PENDING, { status: 'pending' }),
]);

const refresh = () => refreshScores(running.api.context, quiet);
const check = () => checkScores(running.api.context, quiet);
const services = () => createServices(running.api.context);
const prior = async () => (await createCatalogData(running.api.context).readRoot()).prior;
const stored = (from = 1, to = JOKES): Promise<JokeDocument[]> =>
  createJokeData(running.api.context).readMany(
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  );

/** Casts simultaneous votes by different voters for a joke. */
async function vote(jokeId: number, star: number, votes: number): Promise<void> {
  const { ratings } = services();
  await Promise.all(
    Array.from({ length: votes }, (_, index) =>
      ratings.add(jokeId, `voter-${star}-${index}`, aVote(star)),
    ),
  );
}

/** Expects every joke's score to match its votes and the stored prior. */
async function expectScores(): Promise<void> {
  const now = await prior();
  for (const joke of await stored()) {
    expect(joke.prior).toBe(now);
    expect(joke.score).toBe(rankingScore(joke.histogram, now));
  }
}

let now = siteTime();
beforeEach(() => running.restart({ clock: () => now }));

test('a filled site has the average vote for approved jokes as prior and needs no refresh', async () => {
  expect(await check()).toEqual({ prior: 3, average: 3, moved: false, outdated: 0 });
  running.site.firestore.resetRecords();
  expect(await refresh()).toEqual({ prior: 3, rewritten: 0 });
  // The root, and three aggregation queries over 450 documents each.
  expect(running.site.firestore.totals()).toMatchObject({ reads: 4, writes: 0 });
  await expectScores();
});

test('when the average has changed by 0.1, but not before, every score is rewritten', async () => {
  // (300 + 5 × 5) / 105 = 3.0952
  await vote(60, 5, 5);
  expect(await check()).toMatchObject({ prior: 3, moved: false, outdated: 0 });
  expect(await refresh()).toEqual({ prior: 3, rewritten: 0 });
  await vote(61, 5, 1);
  // (300 + 6 × 5) / 106 = 3.1132
  const average = 330 / 106;
  expect(await check()).toEqual({ prior: 3, average, moved: true, outdated: 0 });
  expect(await refresh()).toEqual({ prior: average, rewritten: JOKES });
  await expectScores();
  expect(await check()).toEqual({ prior: average, average, moved: false, outdated: 0 });
});

test('a running instance shows the new order within a minute', async () => {
  const order = () => listedIds(running.api, '/jokes/top');
  // It ranks before the jokes without votes at a prior of 3, and after them at a prior of almost 5.
  await vote(70, 4, 1);
  expect((await order())[0]).toBe(70);
  await vote(1, 5, 400);
  await refresh();
  now += 60_000;
  expect((await order()).slice(0, 2)).toEqual([1, 448]);
});

test('new jokes, submitted or imported, start with the stored prior', async () => {
  await vote(1, 5, 60);
  await refresh();
  const submitted = await services().submissions.submit('Chuck Norris rates the ratings.');
  expect(submitted.score).toBe(await prior());
  const { context } = running.api;
  await importText(context, jsonLines([{ joke_text: 'Chuck Norris imports averages.' }]));
  const [imported] = await stored(JOKES + 2, JOKES + 2);
  expect(imported?.score).toBe(await prior());
  expect(await check()).toMatchObject({ outdated: 0 });
});

test('no vote or decision is lost while scores are rewritten', async () => {
  await vote(60, 5, 10);
  const { ratings, moderation, submissions } = services();
  const voted = Array.from({ length: 20 }, (_, index) => 101 + 10 * index);
  const progress = { over: false };
  const refreshed = refresh().finally(() => {
    progress.over = true;
  });
  const decided = Promise.all([
    moderation.approve(ACTOR, PENDING),
    moderation.remove(ACTOR, 440),
    submissions.submit('Chuck Norris arrives in between.'),
  ]);
  let rounds = 0;
  while (!progress.over) {
    rounds += 1;
    await Promise.all(voted.map((id) => ratings.add(id, `voter-${rounds}`, aVote(4))));
  }
  expect((await refreshed).rewritten).toBeGreaterThan(0);
  await decided;
  for (const { joke_id, num_votes, histogram } of await stored()) {
    if (!voted.includes(joke_id)) continue;
    expect([joke_id, num_votes, histogram]).toEqual([joke_id, rounds, [0, 0, 0, rounds, 0]]);
  }
  await refresh();
  expect((await stored(JOKES + 1, JOKES + 1))[0]?.prior).toBe(await prior());
  await expectScores();
});

test('an interrupted refresh remains due, and the next one continues with the same prior', async () => {
  await vote(60, 5, 20);
  // Writes the root and the first 200 jokes, but not the next ones.
  refuseCommitsFrom(running.site.firestore, 3);
  await expect(refresh()).rejects.toThrow(/PERMISSION_DENIED/);
  running.site.firestore.clearFaults();
  const after = await prior();
  expect(after).toBe(400 / 120);
  expect(await check()).toMatchObject({ prior: after, moved: false, outdated: JOKES - 199 });
  // Not enough to change the prior again.
  await vote(61, 5, 1);
  expect(await refresh()).toEqual({ prior: after, rewritten: JOKES - 199 });
  await expectScores();
});

test('malformed jokes are not changed and do not make a refresh due', async () => {
  const { db } = running.api.context;
  await db.doc('jokes/lost').set({ joke_id: 8 });
  expect(await check()).toMatchObject({ moved: false, outdated: 0 });
  expect(await refresh()).toMatchObject({ rewritten: 0 });
  await vote(60, 5, 10);
  expect(await refresh()).toMatchObject({ rewritten: JOKES });
  expect((await db.doc('jokes/lost').get()).data()).toEqual({ joke_id: 8 });
});
