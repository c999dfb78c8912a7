import { ApiError } from 'functions/contract';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { dropDraft } from './draft.ts';

/** Why a fact was not submitted. */
export interface SubmissionFailure {
  /** the error's own words, or the specification's (§8) */
  message: string;
  /** seconds until another fact may be submitted, where there have been too many */
  wait: number | undefined;
}

/** What has become of a fact. */
export type SubmissionState =
  | { phase: 'writing'; failure: SubmissionFailure | null }
  | { phase: 'sending' }
  | { phase: 'submitted'; jokeId: number; text: string };

interface Submission {
  state: SubmissionState;
  /** Submits a text, unless one is on its way: the server would take the same text twice. */
  submit: (text: string) => Promise<void>;
  /** Makes room for another fact, unless one is on its way. */
  begin: () => void;
}

const WRITING = { phase: 'writing', failure: null } as const;

function failureOf(error: unknown): SubmissionFailure {
  return {
    message:
      error instanceof Error && error.message !== ''
        ? error.message
        : 'Failed to submit joke. Please try again.',
    wait:
      error instanceof ApiError && error.code === 'too_many_requests'
        ? error.retryAfter
        : undefined,
  };
}

/** The submission of this tab; it goes on when the screen is left, and is there on the way back. */
export const useSubmission = create<Submission>()((set, get) => ({
  state: WRITING,
  async submit(text) {
    if (get().state.phase === 'sending') return;
    set({ state: { phase: 'sending' } });
    try {
      const { joke_id } = await call('submitJoke', { body: { joke_text: text.trim() } });
      dropDraft(text);
      set({ state: { phase: 'submitted', jokeId: joke_id, text } });
      useAnnouncement.getState().announce(`Your fact is no. ${joke_id}. Its status is pending.`);
    } catch (error) {
      set({ state: { phase: 'writing', failure: failureOf(error) } });
    }
  },
  begin() {
    if (get().state.phase !== 'sending') set({ state: WRITING });
  },
}));
