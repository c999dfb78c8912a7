/** The same button of another row, unless its joke was deleted. */
function counterpart(row: Element | undefined, action: string | undefined): HTMLElement | null {
  return row?.querySelector<HTMLElement>(`:not([inert]) > [data-action="${action}"]`) ?? null;
}

/**
 * Moves the focus from a row's button to the same button of the next row: one key decides about one
 * joke after the other. In the last row it stays, except that Delete, which disappears, gives it to the
 * row before. Does nothing if the focus has moved elsewhere meanwhile.
 */
export function focusNextRow(button: HTMLElement, options: FocusOptions): void {
  if (document.activeElement !== button) return;
  const { action } = button.dataset;
  const rows = Array.from(document.querySelectorAll('.joke-list [data-joke-id]'));
  const index = rows.findIndex((row) => row.contains(button));
  const find = (candidates: Element[]) =>
    candidates.map((row) => counterpart(row, action)).find((found) => found !== null);
  const before = action === 'delete' ? find(rows.slice(0, index).reverse()) : undefined;
  const heading = action === 'delete' ? document.getElementById('joke-management') : undefined;
  const target = find(rows.slice(index + 1)) ?? before ?? heading;
  target?.focus(options);
}
