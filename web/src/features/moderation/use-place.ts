import type { JokeList } from 'functions/contract';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useAnnouncement } from '../../stores/announcement.ts';
import { addressOf, type ListState } from './list-state.ts';

/**
 * Says where one is whenever another page, filter, order or search is there, and steps back to the
 * last page where the address names one too far: the last joke of it may have been moderated away.
 *
 * @param list the list of exactly this state, once it is there
 */
export function usePlace(
  state: ListState,
  list: JokeList | undefined,
  change: (to: Partial<ListState>, options: { replace: boolean }) => void,
): void {
  const announce = useAnnouncement((store) => store.announce);
  const told = useRef<string>(undefined);

  const arrive = useEffectEvent(({ total, pages }: JokeList) => {
    const last = Math.max(pages, 1);
    if (state.page > last) return change({ page: last }, { replace: true });
    const address = addressOf(state).toString();
    if (told.current === address) return;
    told.current = address;
    const jokes = total === 1 ? '1 joke' : `${total} jokes`;
    announce(`${jokes}. Page ${state.page} of ${last}`);
  });
  useEffect(() => {
    if (list !== undefined) arrive(list);
  }, [list]);
}
