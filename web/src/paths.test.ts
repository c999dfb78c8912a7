import { describe, expect, test } from 'vitest';
import { adminPath, isAdminPath, isSearchable, paths } from './paths.ts';

test.each([
  [paths.admin, paths.adminQueue, paths.adminLog],
  [paths.hiddenAdmin, paths.hiddenAdminQueue, paths.hiddenAdminLog],
])('links from %s stay at the hidden path, or outside of it', (dashboard, queue, log) => {
  for (const from of [dashboard, queue, log]) {
    expect(adminPath(from, 'dashboard')).toBe(dashboard);
    expect(adminPath(from, 'queue')).toBe(queue);
    expect(adminPath(from, 'log')).toBe(log);
    expect(isAdminPath(from)).toBe(true);
  }
});

test('no public path, and no path that only starts like one, is an admin path', () => {
  for (const path of [paths.home, paths.top, '/administrators', '/admin/other', '/fact/1']) {
    expect(isAdminPath(path)).toBe(false);
    expect(adminPath(path, 'queue')).toBe(paths.adminQueue);
  }
  expect(isAdminPath(paths.login)).toBe(true);
  expect(isAdminPath(paths.setupAdmin)).toBe(true);
});

describe('a query is searchable', () => {
  test.each(['a', '#1', '蹴', '🥋', 'a'.repeat(500)])('if it has a word: %j', (query) => {
    expect(isSearchable(query)).toBe(true);
  });
  test.each(['', '?!', '.*()[]', '“”', 'a'.repeat(501)])(
    'but not if it has none or is too long: %j',
    (query) => {
      expect(isSearchable(query)).toBe(false);
    },
  );
});
