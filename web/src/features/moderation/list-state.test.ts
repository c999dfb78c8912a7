import { expect, test } from 'vitest';
import { searchParamsOf, changed, FIRST_LIST, listStateOf, type ListState } from './list-state.ts';

const stateOf = (query: string) => listStateOf(new URLSearchParams(query));

test('an empty query is the first page of all jokes, newest first', () => {
  expect(stateOf('')).toEqual({ page: 1, status: 'all', sort: 'date_desc', search: '' });
  expect(searchParamsOf(FIRST_LIST).toString()).toBe('');
});

test.each<ListState>([
  { page: 7, status: 'pending', sort: 'date_asc', search: 'round & house?' },
  { page: 1, status: 'rejected', sort: 'date_desc', search: '' },
  { page: 2, status: 'all', sort: 'date_asc', search: 'ünïcode' },
])('%j survives a round trip through its query', (state) => {
  expect(stateOf(searchParamsOf(state).toString())).toEqual(state);
});

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

test('changing the filter, order or search goes to page 1; changing the page keeps them', () => {
  const state: ListState = { page: 9, status: 'pending', sort: 'date_asc', search: 'kick' };
  expect(changed(state, { status: 'all' })).toEqual({ ...state, page: 1, status: 'all' });
  expect(changed(state, { search: '' })).toEqual({ ...state, page: 1, search: '' });
  expect(changed(state, { page: '3' })).toEqual({ ...state, page: 3 });
});
