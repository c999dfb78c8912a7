import { useEffect, useEffectEvent, useRef } from 'react';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { pageNumberOf, pageQuery } from '../ui/page-numbers.ts';
import { announce } from '../stores/announcement.ts';

/** The page number in the URL. An invalid number is page 1 and disappears from the URL. */
export function usePageNumber(): number {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const page = pageNumberOf(search);
  const superfluous = page === 1 && search.has('page');
  const toFirst = useEffectEvent(
    () => void navigate({ search: pageQuery(search, 1) }, { replace: true }),
  );
  useEffect(() => {
    if (superfluous) toFirst();
  }, [superfluous]);
  return page;
}

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
