import { expect, test } from 'vitest';
import { endpointOf } from './endpoint-of.ts';
import { requestInit, requestPath } from './request.ts';

test('path parameters are filled in and encoded', async () => {
  expect(requestPath(await endpointOf('approveJoke'), { params: { id: 42 } })).toBe(
    '/api/v1/admin/approve/42',
  );
  expect(requestPath(await endpointOf('getImageFile'), { params: { name: 'a/b?c' } })).toBe(
    '/api/v1/images/files/a%2Fb%3Fc',
  );
});

test('the query is appended in the order given, without undefined fields', async () => {
  expect(
    requestPath(await endpointOf('listJokes'), {
      query: { page: 2, search: 'a & b', status: undefined },
    }),
  ).toBe('/api/v1/jokes?page=2&search=a+%26+b');
  expect(requestPath(await endpointOf('listJokes'), { query: {} })).toBe('/api/v1/jokes');
});

test('public reads are sent without the voter cookie, votes with it', async () => {
  expect(requestInit(await endpointOf('listJokes'), {})).toMatchObject({
    method: 'GET',
    credentials: 'omit',
  });
  expect(requestInit(await endpointOf('rateJoke'), { body: {} })).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
  });
});

test('a body is JSON unless the endpoint takes a form', async () => {
  expect(
    requestInit(await endpointOf('submitJoke'), { body: { joke_text: 'ä "b"' } }),
  ).toMatchObject({
    headers: { 'Content-Type': 'application/json' },
    body: '{"joke_text":"ä \\"b\\""}',
  });
  const form = requestInit(await endpointOf('loginAdmin'), {
    body: { username: 'a b', password: 'ü&=' },
  });
  expect(form.headers).toEqual({ 'Content-Type': 'application/x-www-form-urlencoded' });
  expect(form.body).toEqual(new URLSearchParams({ username: 'a b', password: 'ü&=' }));
});
