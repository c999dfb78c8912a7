import { expect, test } from 'vitest';
import { FIRST_LIST, listStateOf } from './list-state.ts';

const stateOf = (query: string) => listStateOf(new URLSearchParams(query));

test.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=', 'status=active'])(
  'a query with %s falls back to the default',
  (query) => {
    expect(stateOf(`${query}&sort=rating`)).toEqual(FIRST_LIST);
  },
);

test('a search is trimmed and cut to the length that the contract allows', () => {
  expect(stateOf('search=%20kick%20').search).toBe('kick');
  expect(stateOf(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
});
