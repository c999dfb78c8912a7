import { create } from 'zustand';
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

/** Removes the draft after it is submitted, unless another tab has changed it meanwhile. */
export function clearDraft(submitted: string): void {
  reload();
  if (useDraft.getState() === submitted) saveDraft('');
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
