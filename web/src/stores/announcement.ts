import { create } from 'zustand';

/** The text of the live region in the layout, and how many there have been. */
export const useAnnouncement = create<{ text: string; count: number }>()(() => ({
  text: '',
  count: 0,
}));

/** Makes assistive technology read a text aloud when it is next idle, also one that was just read. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}
