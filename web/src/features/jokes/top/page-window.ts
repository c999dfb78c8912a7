/** Facts on one page of the Top 100, and buttons for pages (specification §9). */
export const TOP_PAGE_SIZE = 10;
const MOST_BUTTONS = 5;

/**
 * The pages that have a button: up to five, with the current one in the middle, except near the
 * start and the end.
 */
export function pageWindow(page: number, pages: number): number[] {
  const size = Math.min(MOST_BUTTONS, pages);
  const centred = page - Math.floor(size / 2);
  const first = Math.max(1, Math.min(centred, pages - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
}
