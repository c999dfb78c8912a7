import type { JokeList } from 'functions/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAnnouncement } from '../../stores/announcement.ts';
import { searchParamsOf, type ListState } from './list-state.ts';

/**
 * Announces the list whenever a new page, filter, order or search has loaded. If the URL's page no
 * longer exists, because its last joke was moderated, it goes to the last page.
 *
 * @param list the list for exactly this state, once it has loaded
 */
export function usePlace(
  state: ListState,
  list: JokeList | undefined,
  change: (to: Partial<ListState>, options: { replace: boolean }) => void,
): void {
  const announce = useAnnouncement((store) => store.announce);
  const announced = useRef<string>(undefined);

  const arrive = useEffectEvent(({ total, pages }: JokeList) => {
    const last = Math.max(pages, 1);
    if (state.page > last) return change({ page: last }, { replace: true });
    const query = searchParamsOf(state).toString();
    if (announced.current === query) return;
    announced.current = query;
    const jokes = total === 1 ? '1 joke' : `${total} jokes`;
    announce(`${jokes}. Page ${state.page} of ${last}`);
  });
  useEffect(() => {
    if (list !== undefined) arrive(list);
  }, [list]);
}
