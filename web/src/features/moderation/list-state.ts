import { JOKE_SORTS, limits, type JokeSort } from 'functions/contract';

/** What the status filter offers (specification §2). */
export const STATUS_FILTERS = ['all', 'pending', 'approved', 'rejected'] as const;
export type ModerationFilter = (typeof STATUS_FILTERS)[number];

/** What the list shows. It lives in the address, so that a reload and Back keep it. */
export interface ListState {
  page: number;
  status: ModerationFilter;
  sort: JokeSort;
  search: string;
}

export const FIRST_LIST: ListState = { page: 1, status: 'all', sort: 'date_desc', search: '' };

/** The status filter that a text names; `all` for what names none. */
export function filterOf(text: string | null): ModerationFilter {
  return STATUS_FILTERS.find((status) => status === text) ?? FIRST_LIST.status;
}

/** The order that a text names; newest first for what names none. */
export function sortOf(text: string | null): JokeSort {
  return JOKE_SORTS.find((sort) => sort === text) ?? FIRST_LIST.sort;
}

function pageOf(text: string | null): number {
  const page = /^[1-9]\d*$/.test(text ?? '') ? Number(text) : 1;
  return page <= limits.maxPage ? page : 1;
}

/** A search text as it is sent. */
export function searchOf(text: string | null): string {
  return (text ?? '').trim().slice(0, limits.searchMaxLength);
}

/** The state that an address names. What makes no sense is taken as the default. */
export function listStateOf(address: URLSearchParams): ListState {
  return {
    page: pageOf(address.get('page')),
    status: filterOf(address.get('status')),
    sort: sortOf(address.get('sort')),
    search: searchOf(address.get('search')),
  };
}

/** The search part of a state's address. Defaults are left out, so each state has one address. */
export function addressOf({ page, status, sort, search }: ListState): URLSearchParams {
  const address = new URLSearchParams();
  if (status !== FIRST_LIST.status) address.set('status', status);
  if (sort !== FIRST_LIST.sort) address.set('sort', sort);
  if (search !== '') address.set('search', search);
  if (page !== 1) address.set('page', String(page));
  return address;
}

/** The state after a change. Another filter, order or search begins at its first page. */
export function changed(state: ListState, change: Partial<ListState>): ListState {
  return { ...state, page: 1, ...change };
}
