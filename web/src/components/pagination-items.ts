/** Pages shown on either side of the current one (specification §9). */
const WINDOW = 2;

/** An item in a row of numbered pages: a page, or the gap that follows page `after`. */
export type PaginationItem = { page: number } | { after: number };

/**
 * The items of a pagination control: the first page, the last page and two pages on either side of
 * the current one, with a gap where pages are omitted.
 *
 * @param page the current page, from 1
 * @param pages the number of pages, at least 1
 */
export function paginationItems(page: number, pages: number): PaginationItem[] {
  const shown = new Set([1, pages]);
  for (let near = page - WINDOW; near <= page + WINDOW; near += 1) {
    if (near >= 1 && near <= pages) shown.add(near);
  }
  const items: PaginationItem[] = [];
  let before = 0;
  for (const shownPage of [...shown].sort((a, b) => a - b)) {
    if (shownPage > before + 1) items.push({ after: before });
    items.push({ page: shownPage });
    before = shownPage;
  }
  return items;
}

/** Parses a typed page number: an integer from 1 to `pages`, else `undefined`. */
export function typedPage(text: string, pages: number): number | undefined {
  const digits = text.trim();
  if (!/^\d+$/.test(digits)) return undefined;
  const page = Number(digits);
  return page >= 1 && page <= pages ? page : undefined;
}
