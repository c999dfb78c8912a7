/** Jokes per page of the Top 100 (specification §9). */
export const TOP_PAGE_SIZE = 10;
/** Maximum number of page buttons (specification §9). */
const MAX_BUTTONS = 5;

/** The page numbers that get a button. The current page is in the middle, except near the start and the end. */
export function pageWindow(page: number, pages: number): number[] {
  const size = Math.min(MAX_BUTTONS, pages);
  const centered = page - Math.floor(size / 2);
  const first = Math.max(1, Math.min(centered, pages - size + 1));
  return Array.from({ length: size }, (_, index) => first + index);
}
