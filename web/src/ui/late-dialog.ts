import { useState, type ComponentType } from 'react';
import { whilePending } from '../stores/pending.ts';

const NOT_LOADED =
  'Couldn’t load this. Please check your connection, reload the page and try again.';

/** Shows that the visitor waits for what a script does, and says so if it fails, such as a script that is missing. */
export function waitFor(work: Promise<unknown>): void {
  whilePending(work).catch(() => window.alert(NOT_LOADED));
}

/**
 * A dialog whose script is loaded when it is first opened.
 * @returns the dialog while it is open, and what opens and closes it
 */
export function useLateDialog<Props>() {
  const [shown, setShown] = useState<{ default: ComponentType<Props> }>();
  return {
    Dialog: shown?.default,
    open: (script: Promise<{ default: ComponentType<Props> }>) => waitFor(script.then(setShown)),
    close: () => setShown(undefined),
  };
}
