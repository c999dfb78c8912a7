import type { Joke } from 'functions/contract';
import { useLayoutEffect, useRef, type FocusEvent, type RefObject } from 'react';

interface RowFocus {
  /** A ref for the element that contains the rows, which have `data-joke-id`. */
  frame: RefObject<HTMLDivElement | null>;
  onFocus: (event: FocusEvent) => void;
  onBlur: (event: FocusEvent) => void;
}

/** The row that gets the focus: the next one that still exists, else the last. */
function successor(gone: number, before: readonly number[], now: readonly number[]) {
  const following = before.slice(before.indexOf(gone) + 1);
  return following.find((id) => now.includes(id)) ?? now.at(-1);
}

/**
 * Keeps the focus in the list when the focused row disappears: the next row's first action gets it,
 * or `heading` if no row is left.
 */
export function useRowFocus(
  jokes: readonly Joke[],
  heading: RefObject<HTMLElement | null>,
): RowFocus {
  const frame = useRef<HTMLDivElement>(null);
  const focused = useRef<number>(undefined);
  const shown = useRef<readonly number[]>([]);

  useLayoutEffect(() => {
    const before = shown.current;
    const now = jokes.map((joke) => joke.joke_id);
    shown.current = now;
    const gone = focused.current;
    if (gone === undefined || now.includes(gone)) return;
    focused.current = undefined;
    // The user has moved the focus elsewhere.
    if (document.activeElement !== document.body) return;
    const next = successor(gone, before, now);
    const row = frame.current?.querySelector(`[data-joke-id="${next}"]`);
    const target = row?.querySelector('button') ?? heading.current;
    target?.focus();
  }, [jokes, heading]);

  return {
    frame,
    onFocus: ({ target }) => {
      const id = target.closest('[data-joke-id]')?.getAttribute('data-joke-id');
      focused.current = id === null || id === undefined ? undefined : Number(id);
    },
    onBlur: ({ currentTarget, relatedTarget }) => {
      if (!currentTarget.contains(relatedTarget)) focused.current = undefined;
    },
  };
}
