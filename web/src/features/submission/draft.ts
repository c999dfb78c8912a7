/** Where this browser keeps a fact that has not been submitted yet. */
const DRAFT_KEY = 'jokeDraft';

const listeners = new Set<() => void>();

/** The draft, where the browser refuses to store it; it then lasts as long as the page. */
let unstored: string | undefined;

/** The draft as all tabs have it now; empty where there is none. */
export function readDraft(): string {
  if (unstored !== undefined) return unstored;
  try {
    return localStorage.getItem(DRAFT_KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps a text as the draft; an empty one removes it. */
export function keepDraft(text: string): void {
  try {
    if (text === '') localStorage.removeItem(DRAFT_KEY);
    else localStorage.setItem(DRAFT_KEY, text);
    unstored = undefined;
  } catch {
    unstored = text;
  }
  for (const listener of listeners) listener();
}

/** Removes the draft once it is submitted, unless another tab has gone on with it meanwhile. */
export function dropDraft(submitted: string): void {
  if (readDraft() === submitted) keepDraft('');
}

/** Has `onChange` called when this or another tab may have changed the draft; returns how to stop. */
export function followDraft(onChange: () => void): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === DRAFT_KEY || key === null) onChange();
  };
  listeners.add(onChange);
  window.addEventListener('storage', onStorage);
  // A page that the browser had put aside was told nothing.
  window.addEventListener('pageshow', onChange);
  return () => {
    listeners.delete(onChange);
    window.removeEventListener('storage', onStorage);
    window.removeEventListener('pageshow', onChange);
  };
}
