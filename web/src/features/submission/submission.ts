import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { announce } from '../../stores/announcement.ts';
import { followItem, readItem, writeItem } from '../../stores/browser-storage.ts';

/** The storage key of a joke that has not been submitted yet. */
const DRAFT_KEY = 'jokeDraft';

/** False if the browser could not store the draft; it then lasts as long as the page. */
let saved = true;

/** The text of the joke that is being written; empty until {@link connectDraft} loads it. */
export const useDraft = create<string>()(() => '');

function reload(): void {
  if (saved) useDraft.setState(readItem(DRAFT_KEY) ?? '');
}

/** Saves a text as the draft; an empty text removes it. */
export function saveDraft(text: string): void {
  saved = writeItem(DRAFT_KEY, text || null);
  useDraft.setState(text);
}

/** Loads the draft now and whenever another tab changes it. Returns a function that stops it. */
export function connectDraft(): () => void {
  const stopFollowing = followItem(DRAFT_KEY, reload);
  // A page in the back/forward cache gets no storage events.
  window.addEventListener('pageshow', reload);
  return () => {
    stopFollowing();
    window.removeEventListener('pageshow', reload);
  };
}

/** The state of a submission. */
type SubmissionState =
  | { phase: 'writing'; error?: unknown }
  | { phase: 'sending' }
  | { phase: 'submitted'; jokeId: number; text: string };

/** This tab's submission. It continues when the visitor leaves the screen. */
export const useSubmission = create<SubmissionState>()(() => ({ phase: 'writing' }));

const setState = (state: SubmissionState) => useSubmission.setState(state, true);

/** Submits a text, unless a submission is in progress: the server would accept the text twice. */
export async function submit(text: string): Promise<void> {
  if (useSubmission.getState().phase === 'sending') return;
  setState({ phase: 'sending' });
  try {
    const { joke_id } = await call('submitJoke', { body: { joke_text: text.trim() } });
    // Another tab may have changed the draft meanwhile.
    reload();
    if (useDraft.getState() === text) saveDraft('');
    setState({ phase: 'submitted', jokeId: joke_id, text });
    announce(`Your fact is no. ${joke_id}. Its status is pending.`);
  } catch (error) {
    setState({ phase: 'writing', error });
  }
}

/** Starts a new submission, unless one is in progress. */
export function begin(): void {
  if (useSubmission.getState().phase !== 'sending') setState({ phase: 'writing' });
}
