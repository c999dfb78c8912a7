import { useShortcuts } from '../stores/shortcuts.ts';
import type { Selection } from './bulk-bar.tsx';
import { useUndo } from './decide.ts';
import type { ListedJoke } from './moderation-queries.ts';

/** A row of a list that can have the focus. */
const ROW = '[data-joke-id][tabindex]';

/** Moves the focus to the next row or the previous one; to the first, if no row has it. */
export function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
  const current = document.activeElement?.closest<HTMLElement>(ROW);
  const next = current ? rows[rows.indexOf(current) + by] : rows[0];
  next?.focus();
}

/** Moves the focus from a part of a row to the row, before the part disappears. */
export function focusRowOf(part: Element | null): void {
  part?.closest<HTMLElement>(ROW)?.focus({ preventScroll: true });
}

/**
 * The keys of a list: J and K move between the rows, X selects one, Z undoes.
 * @param keys the other keys. They act on `chosen`, the selection or else the row with the focus; `focused` is that
 *   row's joke. Both are empty when no row can be decided
 */
export function useRowKeys(
  { selectable, selected, select }: Selection,
  keys: Readonly<
    Record<string, (chosen: readonly ListedJoke[], focused: readonly ListedJoke[]) => void>
  >,
): void {
  const undo = useUndo();
  useShortcuts((key) => {
    const id = document.activeElement?.closest<HTMLElement>(ROW)?.dataset['jokeId'];
    const focused = selectable.filter(({ joke_id }) => String(joke_id) === id);
    if (key === 'j') focusRow(1);
    else if (key === 'k') focusRow(-1);
    else if (key === 'z') undo();
    else if (key === 'x') select(focused, !focused.some((joke) => selected.includes(joke)));
    else if (keys[key]) keys[key](selected.length > 0 ? selected : focused, focused);
    else return false;
    return true;
  });
}
