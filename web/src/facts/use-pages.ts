import { useEffect, useRef } from 'react';
import { announce } from '../stores/announcement.ts';

/**
 * Announces each page that a link has turned to, when it has loaded, and moves the focus if the link
 * is below the list. Back and Forward are handled by useScrollMemory.
 *
 * @param pages the number of pages, once the page has loaded
 * @returns a ref for the heading above the list, and what links above and below the list call
 */
export function usePageTurn(page: number, pages: number | undefined) {
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

  /** Turns to a page from above the list: does not scroll or move the focus. */
  const turnInPlace = (next: number) => {
    announced.current = next;
  };
  /** Turns to a page from below the list: scrolls to the heading and focuses it. */
  const turnTo = (next: number) => {
    shown.current = next;
    turnInPlace(next);
  };
  return { heading, turnTo, turnInPlace };
}
