/** Pages shown on either side of the current one (specification §9). */
const WINDOW = 2;

/** What stands in a row of numbered pages: a page, or the gap that follows the page `after`. */
export type PaginationItem = { page: number } | { after: number };

/**
 * The numbered pages of a paging control: the first, the last and two either side of the current
 * one, with a gap wherever pages are left out.
 *
 * @param page the current page, from 1
 * @param pages how many there are, at least 1
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

/** The page that somebody typed: a whole number between 1 and `pages`, else `undefined`. */
export function typedPage(text: string, pages: number): number | undefined {
  const digits = text.trim();
  if (!/^\d+$/.test(digits)) return undefined;
  const page = Number(digits);
  return page >= 1 && page <= pages ? page : undefined;
}
