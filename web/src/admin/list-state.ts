import { JOKE_SORTS, limits } from 'functions/domain';
import { useSearchParams } from 'react-router-dom';
import { pageNumberOf } from '../ui/page-numbers.ts';

/** The options of the status filter (specification §2). */
const STATUS_FILTERS = ['all', 'pending', 'approved', 'rejected'] as const;

/** What the list shows. It is stored in the URL, so that it survives a reload and Back. */
export interface ListState {
  page: number;
  status: (typeof STATUS_FILTERS)[number];
  sort: (typeof JOKE_SORTS)[number];
  search: string;
}

export const FIRST_LIST: ListState = { page: 1, status: 'all', sort: 'date_desc', search: '' };

/** A change of the list, as text: what is invalid becomes the default. */
export type ListChange = Partial<Record<keyof ListState, string>>;

/** The state in a query. Invalid values become the default; a search is trimmed and cut. */
export function listStateOf(query: URLSearchParams): ListState {
  const [status, sort] = [query.get('status'), query.get('sort')];
  return {
    page: pageNumberOf(query),
    status: STATUS_FILTERS.find((each) => each === status) ?? FIRST_LIST.status,
    sort: JOKE_SORTS.find((each) => each === sort) ?? FIRST_LIST.sort,
    search: (query.get('search') ?? '').trim().slice(0, limits.searchMaxLength),
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
export function changed(state: ListState, change: ListChange): ListState {
  return listStateOf(new URLSearchParams({ ...state, page: '1', ...change }));
}

/** The list's state in the URL, and how to change it: as a new history entry or in place. */
export function useListState(): [
  state: ListState,
  change: (to: ListChange, options?: { replace: boolean }) => void,
] {
  const [search, setSearch] = useSearchParams();
  const change = (to: ListChange, options?: { replace: boolean }) => {
    // The URL is ahead of what is rendered, which matters to two changes in a row.
    const state = listStateOf(new URLSearchParams(window.location.search));
    setSearch(searchParamsOf(changed(state, to)), options);
  };
  return [listStateOf(search), change];
}
