// @module-tag P26
import express, { type NextFunction } from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { serve } from '../../../tests/support/api/serve.ts';
import { oneATurn } from './routing.ts';

const REQUESTS = 30;

test('of requests that arrive at once, one starts in each turn of the event loop', async () => {
  const turnsOfStarts = new Set<number>();
  let turn = 0;
  const app = express().use(oneATurn(), (_request, response) => {
    turnsOfStarts.add(turn);
    response.send();
  });
  const site = await serve(app);
  let counting = setImmediate(function count() {
    turn += 1;
    counting = setImmediate(count);
  });
  onTestFinished(() => clearImmediate(counting));
  const crowd = () => Promise.all(Array.from({ length: REQUESTS }, () => fetch(site)));
  await crowd();
  turnsOfStarts.clear();
  // On the connections that are open now, all arrive in the same turn.
  await crowd();
  expect(turnsOfStarts.size).toBe(REQUESTS);
});

/** What crowds ask for: the path of each one's nth request. */
const CROWDS = [
  (nth: number) => `/api/v1/jokes/${nth}/related`,
  (nth: number) => `/fact/${nth}`,
  (nth: number) => `/compat/chucknorris/jokes/${nth}`,
  (nth: number) => `/unknown/${nth}`,
];

test('a request waits for one of each crowd that asks for something else', async () => {
  const list = '/api/v1/jokes';
  const [first = [], ...later] = Array.from({ length: REQUESTS }, (_, nth) =>
    CROWDS.map((pathOf) => pathOf(nth)),
  );
  const arriving = [...first, ...later.flat(), list];
  const arrived: { path: string; next: NextFunction }[] = [];
  const started: string[] = [];
  const app = express();
  app.use(({ path }, _response, next) => {
    arrived.push({ path, next });
    if (arrived.length < arriving.length) return;
    // All go on in the same turn, the list as the last one.
    arrived.sort((one, other) => arriving.indexOf(one.path) - arriving.indexOf(other.path));
    for (const each of arrived) each.next();
  });
  app.use(oneATurn(), ({ path }, response) => {
    started.push(path);
    response.send();
  });
  const site = await serve(app);
  await Promise.all(arriving.map((path) => fetch(site + path)));
  expect(started).toEqual([...first, list, ...later.flat()]);
});
