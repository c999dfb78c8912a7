import { limits } from 'functions/contract';
import { useSearchParams } from 'react-router-dom';

const PARAMETER = 'page';

/** The page number in a query; 1 if it is missing or invalid. */
export function pageNumberOf(search: URLSearchParams): number {
  const value = search.get(PARAMETER) ?? '';
  const page = /^[1-9]\d*$/.test(value) ? Number(value) : 1;
  return page <= limits.maxPage ? page : 1;
}

/** The query for a page. The first page has none, so that it has only one URL. */
export function searchOfPage(page: number): Record<string, string> {
  return page === 1 ? {} : { [PARAMETER]: String(page) };
}

/** The page number in the URL, and a function that goes to another page. */
export function usePageNumber(): [page: number, goToPage: (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  return [pageNumberOf(search), (page) => setSearch(searchOfPage(page))];
}
