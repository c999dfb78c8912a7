import { create } from 'zustand';

/** A text of the layout's live region, and how many there were before it. */
interface Announcement {
  text: string;
  count: number;
}

const KEPT = 3;

/** The last texts of the layout's live region, the latest last. Those that come in one moment are all read. */
export const useAnnouncements = create<readonly Announcement[]>()(() => []);

/** Makes screen readers read a text aloud when they are idle, even if it is the same as the last one. */
export function announce(text: string): void {
  useAnnouncements.setState((earlier) => {
    const count = (earlier.at(-1)?.count ?? 0) + 1;
    return [...earlier, { text, count }].slice(-KEPT);
  }, true);
}
