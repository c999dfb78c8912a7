import { create } from 'zustand';
import { sendOnce } from '../api/send.ts';
import { announce } from '../stores/announcement.ts';
import { storedValue, text } from '../stores/stored-value.ts';
import { unanswered, unseen, type Submitted } from './unfinished-submission.ts';
import { rememberSubmission } from './own-submissions.ts';

/** The text of the joke that is being written; the empty text is not stored. */
export const draft = storedValue<string>('jokeDraft', text, '');

/** Adds a text that was typed before the scripts ran to the draft of an earlier visit, if there is one. */
export function addToDraft(typed: string): void {
  const stored = draft.latest();
  draft.save(stored === '' || stored === typed ? typed : `${stored}\n${typed}`);
}

/** The state of a submission. */
type SubmissionState =
  /** `saved`: whether the browser has stored the text that could not be submitted. */
  | { phase: 'writing'; error?: unknown; saved?: boolean }
  | { phase: 'sending' }
  | ({ phase: 'submitted' } & Submitted);

/** This tab's submission. It continues when the visitor leaves the screen. */
export const useSubmission = create<SubmissionState>()(() => ({ phase: 'writing' }));

const setState = (state: SubmissionState) => useSubmission.setState(state, true);

/**
 * Submits a text, unless this tab is submitting one. A text whose submission was not answered is the
 * same submission again.
 */
export async function submit(typed: string): Promise<void> {
  if (useSubmission.getState().phase === 'sending') return;
  setState({ phase: 'sending' });
  const joke_text = typed.trim();
  try {
    const input = { body: { joke_text } };
    const { joke_id, receipt } = await sendOnce('submitJoke', input, unanswered, 'submission');
    if (receipt !== undefined) rememberSubmission(receipt, joke_text);
    unseen.save({ joke_id, text: joke_text });
    // Another tab may have changed the draft meanwhile.
    if (draft.latest() === typed) draft.save('');
    setState({ phase: 'submitted', joke_id, text: joke_text });
    announce(`Your fact is no. ${joke_id}. Its status is pending.`);
  } catch (error) {
    setState({ phase: 'writing', error, saved: draft.save(draft.latest()) });
  }
}

/**
 * Completes what an earlier page has submitted: shows a result that the visitor has not seen, or sends
 * an unanswered submission again, unless the draft has changed since.
 */
export function resumeSubmission(): void {
  if (useSubmission.getState().phase !== 'writing') return;
  const submitted = unseen.latest();
  if (submitted !== null) return setState({ phase: 'submitted', ...submitted });
  const typed = draft.latest();
  if (typed.trim() === unanswered.latest()?.input.body.joke_text) void submit(typed);
}

/** Called when the visitor sees the result. */
export function markSeen(): void {
  unseen.save(null);
}

/** Starts a new submission, unless one is in progress. */
export function begin(): void {
  if (useSubmission.getState().phase !== 'sending') setState({ phase: 'writing' });
}
