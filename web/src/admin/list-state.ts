import { JOKE_SORTS, JOKE_STATUSES, limits } from 'functions/domain';
import { useSearchParams } from 'react-router-dom';
import { pageNumberOf } from '../ui/page-numbers.ts';

/** The query of a state in the URL. Defaults are omitted, so that each state has only one URL. */
export function queryOf<State extends object>(state: State, defaults: State): URLSearchParams {
  const byDefault = new Map<string, unknown>(Object.entries(defaults));
  const changed = Object.entries(state).filter(([name, value]) => value !== byDefault.get(name));
  return new URLSearchParams(changed.map(([name, value]) => [name, String(value)]));
}

/**
 * A state that is stored in the URL, so that it survives a reload and Back, and a function that changes values of it.
 * @param stateOf the state in a query; invalid values become the default
 */
export function useUrlState<State extends object>(stateOf: (query: URLSearchParams) => State) {
  const [query, setQuery] = useSearchParams();
  /** @returns the new state */
  const change = (
    values: Partial<Record<keyof State, string>>,
    options?: { replace: boolean },
  ): State => {
    // The URL is ahead of what is rendered, which matters to two changes in a row.
    const wanted = new URLSearchParams(window.location.search);
    for (const [name, value] of Object.entries<string | undefined>(values)) {
      wanted.set(name, value ?? '');
    }
    const state = stateOf(wanted);
    setQuery(queryOf(state, stateOf(new URLSearchParams())), options);
    return state;
  };
  return [stateOf(query), change] as const;
}

const STATUS_FILTERS = ['all', ...JOKE_STATUSES] as const;

/** What the list of jokes shows. */
export interface ListState {
  status: (typeof STATUS_FILTERS)[number];
  sort: (typeof JOKE_SORTS)[number];
  search: string;
  page: number;
}

export const FIRST_LIST: ListState = { status: 'all', sort: 'date_desc', search: '', page: 1 };

/** The list in a query. Invalid values become the default; a search is trimmed and cut. */
export function listStateOf(query: URLSearchParams): ListState {
  const [status, sort] = [query.get('status'), query.get('sort')];
  return {
    status: STATUS_FILTERS.find((each) => each === status) ?? FIRST_LIST.status,
    sort: JOKE_SORTS.find((each) => each === sort) ?? FIRST_LIST.sort,
    search: (query.get('search') ?? '').trim().slice(0, limits.searchMaxLength),
    page: pageNumberOf(query),
  };
}
