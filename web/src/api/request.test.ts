import { endpoints } from 'virtual:client-endpoints';
import { expect, test } from 'vitest';
import { requestInit, requestPath } from './request.ts';

test('path parameters are filled in and encoded', () => {
  expect(requestPath(endpoints.approveJoke, { params: { id: 42 } })).toBe(
    '/api/v1/admin/approve/42',
  );
  expect(requestPath(endpoints.getImageFile, { params: { name: 'a/b?c' } })).toBe(
    '/api/v1/images/files/a%2Fb%3Fc',
  );
});

test('the query is appended in the order given, without undefined fields', () => {
  expect(
    requestPath(endpoints.listJokes, {
      query: { page: 2, search: 'a & b', status: undefined },
    }),
  ).toBe('/api/v1/jokes?page=2&search=a+%26+b');
  expect(requestPath(endpoints.listJokes, { query: {} })).toBe('/api/v1/jokes');
});

test('public reads are sent without a cookie, votes and logins with theirs', () => {
  expect(requestInit(endpoints.listJokes)).toMatchObject({
    method: 'GET',
    credentials: 'omit',
  });
  expect(requestInit(endpoints.rateJoke, {})).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
  });
  expect(requestInit(endpoints.loginAdmin, {})).toMatchObject({ credentials: 'same-origin' });
});

test('a body is JSON unless the endpoint takes a form', () => {
  expect(requestInit(endpoints.submitJoke, { joke_text: 'ä "b"' })).toMatchObject({
    headers: { 'Content-Type': 'application/json' },
    body: '{"joke_text":"ä \\"b\\""}',
  });
  const form = requestInit(endpoints.loginAdmin, { username: 'a b', password: 'ü&=' });
  expect(form.headers).toEqual({ 'Content-Type': 'application/x-www-form-urlencoded' });
  expect(form.body).toEqual(new URLSearchParams({ username: 'a b', password: 'ü&=' }));
});
