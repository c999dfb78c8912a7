import { describe, expect, test } from 'vitest';
import { isSearchable } from './search-words.ts';

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
