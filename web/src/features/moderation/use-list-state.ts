import { useSearchParams } from 'react-router-dom';
import { addressOf, changed, listStateOf, type ListState } from './list-state.ts';

/** The list's state in the address, and how to change it: as a new entry of the history or in place. */
export function useListState(): [
  state: ListState,
  change: (to: Partial<ListState>, options?: { replace: boolean }) => void,
] {
  const [address, setAddress] = useSearchParams();
  const state = listStateOf(address);
  return [state, (to, options) => setAddress(addressOf(changed(state, to)), options)];
}
