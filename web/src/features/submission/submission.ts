import { ApiError } from 'functions/contract';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { clearDraft } from './draft.ts';

/** Why a submission failed. */
export interface SubmissionFailure {
  /** the error's message, else the specification's (§8) */
  message: string;
  /** seconds until the next submission is allowed, if there were too many */
  wait: number | undefined;
}

/** The state of a submission. */
export type SubmissionState =
  | { phase: 'writing'; failure: SubmissionFailure | null }
  | { phase: 'sending' }
  | { phase: 'submitted'; jokeId: number; text: string };

interface Submission {
  state: SubmissionState;
  /** Submits a text, unless a submission is in progress: the server would accept the text twice. */
  submit: (text: string) => Promise<void>;
  /** Starts a new submission, unless one is in progress. */
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

/** This tab's submission. It continues when the visitor leaves the screen. */
export const useSubmission = create<Submission>()((set, get) => ({
  state: WRITING,
  async submit(text) {
    if (get().state.phase === 'sending') return;
    set({ state: { phase: 'sending' } });
    try {
      const { joke_id } = await call('submitJoke', { body: { joke_text: text.trim() } });
      clearDraft(text);
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
