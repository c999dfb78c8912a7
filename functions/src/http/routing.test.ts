// @module-tag P26
import express from 'express';
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
