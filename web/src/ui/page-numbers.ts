import { HIGHEST_RATED, limits } from 'functions/domain';

/** Pages shown on either side of the current one. */
const NEIGHBORS = 2;

/** The page number in a query, at most the API's largest; 1 if it is missing or invalid. */
export function pageNumberOf(search: URLSearchParams): number {
  const value = search.get('page') ?? '';
  return /^[1-9]\d*$/.test(value) ? Math.min(Number(value), limits.maxPage) : 1;
}

/** The order in a query, unless it is the list's default. */
export function sortOf(search: URLSearchParams): typeof HIGHEST_RATED | undefined {
  return search.get('sort') === HIGHEST_RATED ? HIGHEST_RATED : undefined;
}

function range(first: number, last: number): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => first + index);
}

/** Up to five pages with the current one in the middle, except near the start and the end. */
export function slidingPages(page: number, pages: number): number[] {
  const first = Math.max(1, Math.min(page - NEIGHBORS, pages - 2 * NEIGHBORS));
  return range(first, Math.min(pages, first + 2 * NEIGHBORS));
}

/** The first page, the last page and two pages on either side of the current one. */
export function pagesAround(page: number, pages: number): number[] {
  const near = range(Math.max(1, page - NEIGHBORS), Math.min(pages, page + NEIGHBORS));
  return [...new Set([1, ...near, pages])];
}

/** Parses a typed page number: an integer from 1 to `pages`, else `undefined`. */
export function typedPage(text: string, pages: number): number | undefined {
  const digits = text.trim();
  if (!/^\d+$/.test(digits)) return undefined;
  const page = Number(digits);
  return page >= 1 && page <= pages ? page : undefined;
}
