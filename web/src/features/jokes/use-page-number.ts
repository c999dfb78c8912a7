import { limits } from 'functions/contract';
import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'page';

/** The page number of an address; 1 for what is none. */
export function pageNumberOf(search: URLSearchParams): number {
  const value = search.get(PARAMETER) ?? '';
  const page = /^[1-9]\d*$/.test(value) ? Number(value) : 1;
  return page <= limits.maxPage ? page : 1;
}

/** The search part of a page's address. The first page has none, so it has one address only. */
export function searchOfPage(page: number): Record<string, string> {
  return page === 1 ? {} : { [PARAMETER]: String(page) };
}

/** The page number in the address, and how to go to another. */
export function usePageNumber(): [page: number, goToPage: (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  return [pageNumberOf(search), (page) => setSearch(searchOfPage(page))];
}
