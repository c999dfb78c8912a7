import { useSyncExternalStore } from 'react';

/** The storage key of a joke that has not been submitted yet. */
const DRAFT_KEY = 'jokeDraft';

const listeners = new Set<() => void>();

/** The draft if the browser cannot store it; it then lasts as long as the page. */
let unsavedDraft: string | undefined;

/** The current draft, the same in all tabs; empty if nothing is saved. */
export function readDraft(): string {
  if (unsavedDraft !== undefined) return unsavedDraft;
  try {
    return localStorage.getItem(DRAFT_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Saves a text as the draft; an empty text removes it. */
export function saveDraft(text: string): void {
  try {
    if (text === '') localStorage.removeItem(DRAFT_KEY);
    else localStorage.setItem(DRAFT_KEY, text);
    unsavedDraft = undefined;
  } catch {
    unsavedDraft = text;
  }
  for (const listener of listeners) listener();
}

/** Removes the draft after it is submitted, unless another tab has changed it meanwhile. */
export function clearDraft(submitted: string): void {
  if (readDraft() === submitted) saveDraft('');
}

/** Calls `onChange` when this or another tab may have changed the draft. Returns a function that unsubscribes. */
export function subscribeToDraft(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === DRAFT_KEY || key === null) onChange();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onStorage);
  // A page in the back/forward cache gets no storage events.
  window.addEventListener('pageshow', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onChange);
  };
}

/** This browser's draft; empty while prerendering. */
export function useDraft(): string {
  return useSyncExternalStore(subscribeToDraft, readDraft, () => '');
}
