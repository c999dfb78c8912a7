import { create } from 'zustand';

interface AnnouncementStore {
  text: string;
  /** Makes assistive technology read a text aloud when it is next idle. */
  announce: (text: string) => void;
}

/** The text of the page's only polite live region. */
export const useAnnouncement = create<AnnouncementStore>()((set) => ({
  text: '',
  announce: (text) => set({ text }),
}));
