import { create } from 'zustand';

/** The text of the page's only polite live region, and how many there were. */
export const useAnnouncement = create<{ text: string; count: number }>()(() => ({
  text: '',
  count: 0,
}));

/** Makes assistive technology read a text aloud when it is next idle. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}
