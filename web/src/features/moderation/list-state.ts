import { JOKE_SORTS, limits, type JokeSort } from 'functions/contract';
import { useSearchParams } from 'react-router-dom';
import { pageNumberOf } from '../../components/page-numbers.ts';

/** The options of the status filter (specification §2). */
export const STATUS_FILTERS = ['all', 'pending', 'approved', 'rejected'] as const;
export type ModerationFilter = (typeof STATUS_FILTERS)[number];

/** What the list shows. It is stored in the URL, so that it survives a reload and Back. */
export interface ListState {
  page: number;
  status: ModerationFilter;
  sort: JokeSort;
  search: string;
}

export const FIRST_LIST: ListState = { page: 1, status: 'all', sort: 'date_desc', search: '' };

/** Parses a status filter; `all` if the text is not one. */
export function filterOf(text: string | null): ModerationFilter {
  return STATUS_FILTERS.find((status) => status === text) ?? FIRST_LIST.status;
}

/** Parses a sort order; newest first if the text is not one. */
export function sortOf(text: string | null): JokeSort {
  return JOKE_SORTS.find((sort) => sort === text) ?? FIRST_LIST.sort;
}

/** A search text as it is sent: trimmed and cut to the maximum length. */
export function searchOf(text: string | null): string {
  return (text ?? '').trim().slice(0, limits.searchMaxLength);
}

/** The state in a query. Invalid values become the default. */
export function listStateOf(query: URLSearchParams): ListState {
  return {
    page: pageNumberOf(query),
    status: filterOf(query.get('status')),
    sort: sortOf(query.get('sort')),
    search: searchOf(query.get('search')),
  };
}

/** The query of a state. Defaults are omitted, so that each state has only one URL. */
export function searchParamsOf({ page, status, sort, search }: ListState): URLSearchParams {
  const query = new URLSearchParams();
  if (status !== FIRST_LIST.status) query.set('status', status);
  if (sort !== FIRST_LIST.sort) query.set('sort', sort);
  if (search !== '') query.set('search', search);
  if (page !== 1) query.set('page', String(page));
  return query;
}

/** The state after a change. A new filter, order or search starts at page 1. */
export function changed(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}

/** The list's state in the URL, and how to change it: as a new history entry or in place. */
export function useListState(): [
  state: ListState,
  change: (to: Partial<ListState>, options?: { replace: boolean }) => void,
] {
  const [search, setSearch] = useSearchParams();
  const state = listStateOf(search);
  return [state, (to, options) => setSearch(searchParamsOf(changed(state, to)), options)];
}
