import { expect, test } from 'vitest';
import { endpointOf } from './endpoint-of.ts';
import { addressOf, requestOf } from './request.ts';

test('path parameters are filled in and encoded', async () => {
  expect(addressOf(await endpointOf('approveJoke'), { params: { id: 42 } })).toBe(
    '/api/v1/admin/approve/42',
  );
  expect(addressOf(await endpointOf('getImageFile'), { params: { name: 'a/b?c' } })).toBe(
    '/api/v1/images/files/a%2Fb%3Fc',
  );
});

test('the query is appended in the order given, without what is undefined', async () => {
  expect(
    addressOf(await endpointOf('listJokes'), {
      query: { page: 2, search: 'a & b', status: undefined },
    }),
  ).toBe('/api/v1/jokes?page=2&search=a+%26+b');
  expect(addressOf(await endpointOf('listJokes'), { query: {} })).toBe('/api/v1/jokes');
});

test('public reads go without the voter cookie, a vote goes with it', async () => {
  expect(requestOf(await endpointOf('listJokes'), {})).toMatchObject({
    method: 'GET',
    credentials: 'omit',
  });
  expect(requestOf(await endpointOf('rateJoke'), { body: {} })).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
  });
});

test('a body is JSON unless the endpoint wants a form', async () => {
  expect(requestOf(await endpointOf('submitJoke'), { body: { joke_text: 'ä "b"' } })).toMatchObject(
    {
      headers: { 'Content-Type': 'application/json' },
      body: '{"joke_text":"ä \\"b\\""}',
    },
  );
  const form = requestOf(await endpointOf('loginAdmin'), {
    body: { username: 'a b', password: 'ü&=' },
  });
  expect(form.headers).toEqual({ 'Content-Type': 'application/x-www-form-urlencoded' });
  expect(form.body).toEqual(new URLSearchParams({ username: 'a b', password: 'ü&=' }));
});
