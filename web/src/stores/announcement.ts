import { create } from 'zustand';

/** The text of the layout's live region, and the number of texts so far. */
export const useAnnouncement = create<{ text: string; count: number }>()(() => ({
  text: '',
  count: 0,
}));

/** Makes screen readers read a text aloud when they are idle, even if it is the same as the last one. */
export function announce(text: string): void {
  useAnnouncement.setState(({ count }) => ({ text, count: count + 1 }));
}
