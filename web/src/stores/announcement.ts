import { create } from 'zustand';

/** The text of the page's only polite live region. */
export const useAnnouncement = create<string>()(() => '');

/** Makes assistive technology read a text aloud when it is next idle. */
export function announce(text: string): void {
  useAnnouncement.setState(text);
}
