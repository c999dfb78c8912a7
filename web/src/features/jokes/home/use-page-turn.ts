import { useEffect, useRef, type RefObject } from 'react';
import { useAnnouncement } from '../../../stores/announcement.ts';

interface PageTurn {
  /** The heading above the list; takes the focus when a page is turned. */
  heading: RefObject<HTMLHeadingElement | null>;
  turnTo: (page: number) => void;
}

/**
 * Turning pages by a button: the list's top comes into view at once, and the page is announced as
 * soon as it is there. Back and Forward are left to the scroll memory.
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
  const turned = useRef<number>(undefined);

  useEffect(() => {
    if (turned.current !== page) return;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [page]);

  useEffect(() => {
    if (turned.current !== page || pages === undefined) return;
    turned.current = undefined;
    announce(`Page ${page} of ${pages}`);
  }, [announce, page, pages]);

  const turnTo = (next: number) => {
    turned.current = next;
    goToPage(next);
  };
  return { heading, turnTo };
}
