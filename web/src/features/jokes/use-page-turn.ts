import { useEffect, useRef, type RefObject } from 'react';
import { useAnnouncement } from '../../stores/announcement.ts';

interface PageTurn {
  /** The heading above the list. */
  heading: RefObject<HTMLHeadingElement | null>;
  /** Goes to a page, as from below the list: the heading comes into view and takes the focus. */
  turnTo: (page: number) => void;
  /** Goes to a page, as from above the list: nothing is scrolled, the focus stays. */
  turnInPlace: (page: number) => void;
}

/**
 * Turning pages by a button. The page is announced as soon as it is there. Back and Forward are
 * left to the scroll memory.
 *
 * @param pages the number of pages, once the page is there
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
