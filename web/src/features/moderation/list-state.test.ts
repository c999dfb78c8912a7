import { expect, test } from 'vitest';
import { addressOf, changed, FIRST_LIST, listStateOf, type ListState } from './list-state.ts';

const stateOf = (address: string) => listStateOf(new URLSearchParams(address));

test('an address without anything is the first page of all jokes, newest first', () => {
  expect(stateOf('')).toEqual({ page: 1, status: 'all', sort: 'date_desc', search: '' });
  expect(addressOf(FIRST_LIST).toString()).toBe('');
});

test.each<ListState>([
  { page: 7, status: 'pending', sort: 'date_asc', search: 'round & house?' },
  { page: 1, status: 'rejected', sort: 'date_desc', search: '' },
  { page: 2, status: 'all', sort: 'date_asc', search: 'ünïcode' },
])('%j is kept by its address', (state) => {
  expect(stateOf(addressOf(state).toString())).toEqual(state);
});

test.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=9999999', 'page=', 'status=active'])(
  'an address with %s falls back to the default',
  (address) => {
    expect(stateOf(`${address}&sort=rating`)).toEqual(FIRST_LIST);
  },
);

test('a search is sent without the blanks around it, as long as the contract allows', () => {
  expect(stateOf('search=%20kick%20').search).toBe('kick');
  expect(stateOf(`search=${'x'.repeat(300)}`).search).toHaveLength(200);
});

test('another filter, order or search goes to page 1; another page keeps them', () => {
  const state: ListState = { page: 9, status: 'pending', sort: 'date_asc', search: 'kick' };
  expect(changed(state, { status: 'all' })).toEqual({ ...state, page: 1, status: 'all' });
  expect(changed(state, { search: '' })).toEqual({ ...state, page: 1, search: '' });
  expect(changed(state, { page: 3 })).toEqual({ ...state, page: 3 });
});
