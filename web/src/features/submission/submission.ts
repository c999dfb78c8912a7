import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { isRefusal } from '../../api/failure.ts';
import { announce } from '../../stores/announcement.ts';
import { followItem, readItem, writeItem } from '../../stores/browser-storage.ts';
import { inOneTab } from '../../stores/in-one-tab.ts';
import { readAttempt, saveAttempt } from './attempt.ts';
import { rememberSubmission } from './own-submissions.ts';

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

/** Adds a text that was typed before the scripts ran to the draft of an earlier visit, if there is one. */
export function addToDraft(typed: string): void {
  const stored = readItem(DRAFT_KEY) ?? '';
  saveDraft(stored === '' || stored === typed ? typed : `${stored}\n${typed}`);
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

/** @param key the random UUID of this submission */
async function send(text: string, key: string): Promise<void> {
  const attempt = { key, text: text.trim(), joke_id: null };
  saveAttempt(attempt);
  try {
    const body = { joke_text: attempt.text };
    const { joke_id, receipt } = await call('submitJoke', { body }, { idempotencyKey: key });
    rememberSubmission(receipt, attempt.text);
    saveAttempt({ ...attempt, joke_id });
    // Another tab may have changed the draft meanwhile.
    reload();
    if (useDraft.getState() === text) saveDraft('');
    setState({ phase: 'submitted', jokeId: joke_id, text });
    announce(`Your fact is no. ${joke_id}. Its status is pending.`);
  } catch (error) {
    // Without an answer, the joke may have been created: a retry needs the same key.
    if (isRefusal(error)) saveAttempt(null);
    setState({ phase: 'writing', error });
  }
}

/**
 * Submits a text, unless this tab is submitting one. A text whose submission was not answered is the
 * same submission again.
 */
export async function submit(text: string): Promise<void> {
  if (useSubmission.getState().phase === 'sending') return;
  setState({ phase: 'sending' });
  const last = readAttempt();
  const isSame = last !== null && last.joke_id === null && last.text === text.trim();
  const key = isSame ? last.key : crypto.randomUUID();
  await inOneTab('submission', () => send(text, key));
}

/**
 * Completes what an earlier page has submitted: shows a result that the visitor has not seen, or sends
 * an unanswered submission again, unless the draft has changed since.
 */
export function resumeSubmission(): void {
  const attempt = readAttempt();
  if (attempt === null || useSubmission.getState().phase !== 'writing') return;
  const { text, joke_id } = attempt;
  if (joke_id !== null) return setState({ phase: 'submitted', jokeId: joke_id, text });
  reload();
  const draft = useDraft.getState();
  if (draft.trim() === text) void submit(draft);
}

/** Called when the visitor sees the result. */
export function markSeen(): void {
  saveAttempt(null);
}

/** Starts a new submission, unless one is in progress. */
export function begin(): void {
  if (useSubmission.getState().phase !== 'sending') setState({ phase: 'writing' });
}
