import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pageNumberOf } from '../../components/page-numbers.ts';
import { announce } from '../../stores/announcement.ts';

/** The page number in the URL, and a function that goes to another page. The first page has no query. */
export function usePageNumber(): [page: number, goToPage: (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  return [pageNumberOf(search), (page) => setSearch(page === 1 ? {} : { page: String(page) })];
}

/**
 * Turns pages with buttons and announces each page when it has loaded. Back and Forward are handled
 * by useScrollMemory.
 *
 * @param pages the number of pages, once the page has loaded
 * @returns a ref for the heading above the list, and how to turn pages
 */
export function usePageTurn(pages: number | undefined) {
  const [page, goToPage] = usePageNumber();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<number>(undefined);
  const announced = useRef<number>(undefined);

  useEffect(() => {
    if (shown.current !== page) return;
    shown.current = undefined;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [page]);

  useEffect(() => {
    if (announced.current !== page || pages === undefined) return;
    announced.current = undefined;
    announce(`Page ${page} of ${pages}`);
  }, [page, pages]);

  /** Goes to a page from above the list: does not scroll or move the focus. */
  const turnInPlace = (next: number) => {
    announced.current = next;
    goToPage(next);
  };
  /** Goes to a page from below the list: scrolls to the heading and focuses it. */
  const turnTo = (next: number) => {
    shown.current = next;
    turnInPlace(next);
  };
  return { heading, turnTo, turnInPlace };
}
