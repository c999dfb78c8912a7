import { endpoints } from 'virtual:client-endpoints';
import { expect, test } from 'vitest';
import { addressOf, requestOf } from './request.ts';

test('path parameters are filled in and encoded', () => {
  expect(addressOf(endpoints.approveJoke, { params: { id: 42 } })).toBe('/api/v1/admin/approve/42');
  expect(addressOf(endpoints.getImageFile, { params: { name: 'a/b?c' } })).toBe(
    '/api/v1/images/files/a%2Fb%3Fc',
  );
});

test('the query is appended in the order given, without what is undefined', () => {
  expect(
    addressOf(endpoints.listJokes, { query: { page: 2, search: 'a & b', status: undefined } }),
  ).toBe('/api/v1/jokes?page=2&search=a+%26+b');
  expect(addressOf(endpoints.listJokes, { query: {} })).toBe('/api/v1/jokes');
});

test('public reads go without the voter cookie, a vote goes with it', () => {
  expect(requestOf(endpoints.listJokes, {})).toMatchObject({ method: 'GET', credentials: 'omit' });
  expect(requestOf(endpoints.rateJoke, { body: {} })).toMatchObject({
    method: 'POST',
    credentials: 'same-origin',
    keepalive: true,
  });
});

test('a body is JSON unless the endpoint wants a form', () => {
  expect(requestOf(endpoints.submitJoke, { body: { joke_text: 'ä "b"' } })).toMatchObject({
    headers: { 'Content-Type': 'application/json' },
    body: '{"joke_text":"ä \\"b\\""}',
  });
  const form = requestOf(endpoints.loginAdmin, { body: { username: 'a b', password: 'ü&=' } });
  expect(form.headers).toEqual({ 'Content-Type': 'application/x-www-form-urlencoded' });
  expect(form.body).toEqual(new URLSearchParams({ username: 'a b', password: 'ü&=' }));
});
