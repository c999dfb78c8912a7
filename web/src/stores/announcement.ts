import { create } from 'zustand';

interface AnnouncementStore {
  text: string;
  /** Has assistive technology say a text when it is next idle. */
  announce: (text: string) => void;
}

/** What the page's one polite live region says. */
export const useAnnouncement = create<AnnouncementStore>()((set) => ({
  text: '',
  announce: (text) => set({ text }),
}));
