import { create } from 'zustand';

/** The text of the live region in the layout. */
export const useAnnouncement = create<{ text: string }>()(() => ({ text: '' }));

/** Makes assistive technology read a text aloud when it is next idle, also one that was just read. */
export function announce(text: string): void {
  // A region whose text stays the same is silent.
  useAnnouncement.setState((last) => ({ text: last.text === text ? `${text}\u00A0` : text }));
}
