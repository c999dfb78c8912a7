import { useShortcuts } from '../stores/shortcuts.ts';

/** A row of a list that can have the focus. */
const ROW = '[data-joke-id][tabindex]';

/** Moves the focus to the row after the one that has it, to the one before, or to the first one. */
export function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const current = document.activeElement?.closest<HTMLElement>(ROW);
  const next = current ? rows[rows.indexOf(current) + by] : rows[0];
  next?.focus();
}

/** Moves the focus from a part of a row that is about to disappear to the row. */
export function focusRowOf(part: Element | null): void {
  part?.closest<HTMLElement>(ROW)?.focus({ preventScroll: true });
}

/** The number of the joke whose row, or a part of it, has the focus. */
function focusedJoke(): number | undefined {
  const row = document.activeElement?.closest<HTMLElement>(ROW);
  return row ? Number(row.dataset['jokeId']) : undefined;
}

/**
 * The keys of a list: J and K move between the rows.
 * @param keys what the other keys do; they get the number of the joke that has the focus, if there is one
 */
export function useRowKeys(keys: Readonly<Record<string, (jokeId?: number) => void>>): void {
  useShortcuts((key) => {
    if (key === 'j') focusRow(1);
    else if (key === 'k') focusRow(-1);
    else if (keys[key]) keys[key](focusedJoke());
    else return false;
    return true;
  });
}
