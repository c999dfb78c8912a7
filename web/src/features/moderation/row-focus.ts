/** The same button of another row, unless its joke was deleted. */
function counterpart(row: Element | undefined, action: string | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>(`:not([inert]) > [data-action="${action}"]`) ?? null;
}

/** The buttons that disappear with their decision. */
const DISAPPEARING = ['delete', 'keep', 'take-down'];

/**
 * Moves the focus from a row's button to the same button of the next row: one key decides about one
 * joke after the other. In the last row it stays or, if the button disappears, moves to the row before.
 * Does nothing if the focus has moved elsewhere meanwhile.
 */
export function focusNextRow(button: HTMLElement, options: FocusOptions): void {
  if (document.activeElement !== button) return;
  const { action } = button.dataset;
  const rows = Array.from(document.querySelectorAll('.joke-list [data-joke-id]'));
  const index = rows.findIndex((row) => row.contains(button));
  const find = (candidates: Element[]) =>
    candidates.map((row) => counterpart(row, action)).find((found) => found !== null);
  const following = find(rows.slice(index + 1));
  if (following) return following.focus(options);
  if (!DISAPPEARING.includes(action ?? '')) return;
  const before = find(rows.slice(0, index).reverse());
  (before ?? document.getElementById('joke-management'))?.focus(options);
}

/** Does the same from the button that opened a dialog, which has the focus again. */
export function focusNextRowAfterDialog(): void {
  const button = document.activeElement;
  if (button instanceof HTMLElement && button.dataset.action !== undefined) {
    focusNextRow(button, { preventScroll: true });
  }
}
