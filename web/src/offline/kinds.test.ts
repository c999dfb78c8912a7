// @module-tag U7
import { expect, test } from 'vitest';
import { jokeCalls } from '../paths.ts';
import { isJson, isPublic, kindOf } from './kinds.ts';

const IMAGE = '/api/v1/images/files/00000000000000000000000000000000-640.webp';
const visitor = { mode: 'cors', headers: new Headers() } as const;
const administrator = { ...visitor, headers: new Headers({ Authorization: 'Bearer secret' }) };
const navigation = { ...visitor, mode: 'navigate' } as const;

test('what visitors read is saved, except random facts and searches', () => {
  const { page, top, newest, today, joke, related, random, search } = jokeCalls;
  for (const { url } of [page(1), page(7), top, newest, today, joke(5), related(5)]) {
    expect(kindOf(visitor, url), url).toBe('list');
  }
  expect(kindOf(visitor, IMAGE)).toBe('image');
  for (const url of [random().url, search('beard', 1).url, '/api/v1/submissions/x', '/feed.xml']) {
    expect(kindOf(visitor, url), url).toBeUndefined();
  }
});

test('nothing of an administrator is saved, nor answered with what is saved for visitors', () => {
  expect(kindOf(administrator, jokeCalls.page(1).url)).toBeUndefined();
  expect(kindOf(visitor, '/api/v1/admin/queue')).toBeUndefined();
  const response = (cacheControl: string) =>
    new Response('{}', { headers: { 'Cache-Control': cacheControl } });
  expect(isPublic(response('public, max-age=0, s-maxage=60'))).toBe(true);
  expect(isPublic(response('private, no-store'))).toBe(false);
});

test('the login page of a network is no answer of the API', () => {
  expect(isJson(Response.json({}))).toBe(true);
  expect(isJson(new Response('', { headers: { 'Content-Type': 'text/html' } }))).toBe(false);
});

test('pages are answered by the worker, but not what other programs read or sites embed', () => {
  for (const path of ['/', '/top-100', '/fact/5', '/admin']) {
    expect(kindOf(navigation, path), path).toBe('page');
  }
  const others = ['/embed/fact/5', '/feed/daily.xml', '/sitemap.xml', '/__/auth/handler'];
  for (const path of [...others, '/random.txt', '/fact/5.txt']) {
    expect(kindOf(navigation, path), path).toBeUndefined();
  }
});
