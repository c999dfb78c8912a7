import http from 'node:http';
import https from 'node:https';
import Client from 'chucknorris-io';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COMPAT_BASE_PATH } from '../../../functions/src/contract/index.ts';
import { TAGS } from '../../../functions/src/domain/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

const EATS = 'Chuck Norris eats. He is never full.';
const TEXAS = 'Nobody invites Chuck Norris to Texas.';
const running = useApi([
  aJoke(1, { joke_text: EATS, tags: ['food'] }),
  aJoke(2, { joke_text: TEXAS, tags: ['texas'] }),
]);

const client = new Client();
client.basePath = `${COMPAT_BASE_PATH}/`;

// It knows only its own host.
beforeEach(() => {
  vi.spyOn(https, 'request').mockImplementation((options, listener) => {
    const { hostname, port } = new URL(running.api.url);
    return http.request({ ...Object(options), hostname, port }, Object(listener));
  });
});
afterEach(() => vi.restoreAllMocks());

test('every method of the original API’s own client works', async () => {
  expect(client.getClientVersion()).toBe('1.0.5');
  expect(await client.getJokeCategories()).toEqual(TAGS);
  expect([EATS, TEXAS]).toContain((await client.getRandomJoke()).getValue());
  const joke = await client.getRandomJoke('food');
  expect(joke.getValue()).toBe(EATS);
  expect(joke.getId()).toBe('1');
  expect(joke.getSourceUrl()).toMatch(/\/fact\/1$/);
  expect(joke.getIconUrl()).toMatch(/\/icons\/icon-192\.png$/);
  const found = await client.search('invites');
  expect(found.getCount()).toBe(1);
  expect(found.getItems().map((each) => each.getValue())).toEqual([TEXAS]);
});
