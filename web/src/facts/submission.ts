import { create } from 'zustand';
import { call } from '../api/call.ts';
import { newKey } from '../api/new-key.ts';
import { announce } from '../stores/announcement.ts';
import { json, storedValue, text } from '../stores/stored-value.ts';
import { decisionNews } from './decision-news.ts';
import { rememberSubmission } from './own-submissions.ts';

/** The text that is being written in this tab; an empty one is not stored. */
const tabDraft = storedValue<string>('tabDraft', text, '', 'sessionStorage');

/** What was written last in any tab: with it a new tab begins. */
const lastDraft = storedValue<string>('jokeDraft', text, '');

/** The text that is being written, so that no other tab replaces it. */
export const draft = {
  use: tabDraft.use,
  latest: () => tabDraft.latest() || lastDraft.latest(),
  save(text: string): void {
    tabDraft.save(text);
    lastDraft.save(text);
  },
  isStored: lastDraft.isStored,
  /** Begins with what was written last, unless this tab has a text. */
  begin: () => void tabDraft.save(draft.latest()),
};

/** Adds a text, such as one that was typed before the scripts ran, to the draft of an earlier visit, if there is one. */
export function addToDraft(typed: string): void {
  const stored = draft.latest();
  draft.save(stored === '' || stored === typed ? typed : `${stored}\n${typed}`);
}

/** The current submission's random UUID and text. A retry of the same text reuses the UUID, so it counts once. */
const attempt = storedValue<{ key: string; text: string } | null>(
  'submissionKey',
  json((content) => {
    const { key, text }: Record<string, unknown> = { ...Object(content) };
    return typeof key === 'string' && typeof text === 'string' ? { key, text } : undefined;
  }),
  null,
);

type SubmissionState =
  | { phase: 'writing'; error?: unknown }
  | { phase: 'sending' }
  /** `text`: as sent; `remembered`: whether the browser has stored it in the list of submissions */
  | { phase: 'submitted'; joke_id: number; text: string; remembered: boolean };

/** This tab's submission. It continues when the visitor leaves the screen. */
export const useSubmission = create<SubmissionState>()(() => ({ phase: 'writing' }));

const setState = (state: SubmissionState) => useSubmission.setState(state, true);

/** Submits a text, unless this tab is submitting one. After a failure the same text has the same key. */
export async function submit(typed: string): Promise<void> {
  if (useSubmission.getState().phase === 'sending') return;
  setState({ phase: 'sending' });
  const joke_text = typed.trim();
  const last = attempt.latest();
  const key = last?.text === joke_text ? last.key : newKey();
  attempt.save({ key, text: joke_text });
  try {
    const body = { joke_text };
    const { joke_id, receipt } = await call('submitJoke', { body }, { idempotencyKey: key });
    attempt.save(null);
    // The visitor, or another tab, may have written something else meanwhile.
    if (tabDraft.latest() === typed) tabDraft.save('');
    if (lastDraft.latest() === typed) lastDraft.save('');
    const remembered = rememberSubmission(receipt, joke_text);
    if (remembered) decisionNews.save('awaited');
    setState({ phase: 'submitted', joke_id, text: joke_text, remembered });
    announce(`Your fact is no. ${joke_id}. Its status is pending.`);
  } catch (error) {
    setState({ phase: 'writing', error });
  }
}

/** Starts a new submission, unless one is in progress. */
export function begin(): void {
  if (useSubmission.getState().phase !== 'sending') setState({ phase: 'writing' });
}
