import { useEffect, useRef, type RefObject } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pageNumberOf } from '../../components/page-numbers.ts';
import { useAnnouncement } from '../../stores/announcement.ts';

/** The page number in the URL, and a function that goes to another page. The first page has no query. */
export function usePageNumber(): [page: number, goToPage: (page: number) => void] {
  const [search, setSearch] = useSearchParams();
  return [pageNumberOf(search), (page) => setSearch(page === 1 ? {} : { page: String(page) })];
}

interface PageTurn {
  /** The heading above the list. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Goes to a page from below the list: scrolls to the heading and focuses it. */
  turnTo: (page: number) => void;
  /** Goes to a page from above the list: does not scroll or move the focus. */
  turnInPlace: (page: number) => void;
}

/**
 * Turns pages with buttons and announces each page when it has loaded. Back and Forward are handled
 * by useScrollMemory.
 *
 * @param pages the number of pages, once the page has loaded
 */
export function usePageTurn(
  page: number,
  pages: number | undefined,
  goToPage: (page: number) => void,
): PageTurn {
  const announce = useAnnouncement((store) => store.announce);
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
  }, [announce, page, pages]);

  const turnInPlace = (next: number) => {
    announced.current = next;
    goToPage(next);
  };
  const turnTo = (next: number) => {
    shown.current = next;
    turnInPlace(next);
  };
  return { heading, turnTo, turnInPlace };
}
