import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import { pagePath } from '../paths.ts';
import { announce } from '../stores/announcement.ts';
import { pageNumberOf } from '../ui/page-numbers.ts';

/**
 * The page of a list that the URL names. Each page that a link has turned to is announced when it has loaded, and if the
 * link is below the list, the focus moves. Back and Forward are handled by useScrollMemory.
 *
 * @param path that of the first page
 * @param count the number of pages, once it has loaded; a list without jokes has one page
 * @param busy whether the list still shows the previous page
 * @returns the page, `last` if it is beyond the last one, a ref for the heading above the list, what the links below
 *   the list need, and what those above it call
 */
export function usePages(path: string, count: number | undefined, busy = false) {
  const [search] = useSearchParams();
  const page = pageNumberOf(search);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef<number>(undefined);
  const announced = useRef<number>(undefined);
  const pages = count === undefined ? undefined : Math.max(count, 1);
  const loaded = busy ? undefined : pages;

  useEffect(() => {
    if (shown.current !== page) return;
    shown.current = undefined;
    heading.current?.focus({ preventScroll: true });
    heading.current?.scrollIntoView({ block: 'start' });
  }, [page]);

  useEffect(() => {
    if (announced.current !== page || loaded === undefined) return;
    announced.current = undefined;
    announce(`Page ${page} of ${loaded}`);
  }, [page, loaded]);

  /** Turns to a page from above the list: does not scroll or move the focus. */
  const turnInPlace = (next: number) => {
    announced.current = next;
  };
  /** Turns to a page from below the list: scrolls to the heading and focuses it. */
  const onGo = (next: number) => {
    shown.current = next;
    turnInPlace(next);
  };
  const last = loaded !== undefined && page > loaded ? loaded : undefined;
  const urlOf = (number: number) => pagePath(path, number);
  return { page, last, heading, pager: { page, pages, busy, urlOf, onGo }, turnInPlace };
}
