import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { clearDraft } from './draft.ts';

/** The state of a submission. */
type SubmissionState =
  | { phase: 'writing'; error?: unknown }
  | { phase: 'sending' }
  | { phase: 'submitted'; jokeId: number; text: string };

interface Submission {
  state: SubmissionState;
  /** Submits a text, unless a submission is in progress: the server would accept the text twice. */
  submit: (text: string) => Promise<void>;
  /** Starts a new submission, unless one is in progress. */
  begin: () => void;
}

/** This tab's submission. It continues when the visitor leaves the screen. */
export const useSubmission = create<Submission>()((set, get) => ({
  state: { phase: 'writing' },
  async submit(text) {
    if (get().state.phase === 'sending') return;
    set({ state: { phase: 'sending' } });
    try {
      const { joke_id } = await call('submitJoke', { body: { joke_text: text.trim() } });
      clearDraft(text);
      set({ state: { phase: 'submitted', jokeId: joke_id, text } });
      useAnnouncement.getState().announce(`Your fact is no. ${joke_id}. Its status is pending.`);
    } catch (error) {
      set({ state: { phase: 'writing', error } });
    }
  },
  begin() {
    if (get().state.phase !== 'sending') set({ state: { phase: 'writing' } });
  },
}));
