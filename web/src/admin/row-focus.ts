import { createContext, createRef, use, type MouseEvent } from 'react';

/** The buttons that decide. */
const DECIDING = ['approve', 'keep'];
/** The rows that can have the focus. */
const ROW = '[data-joke-id][tabindex]';
/** The buttons that disappear with their decision. */
const DISAPPEARING = ['delete', 'keep', 'take-down'];

type RowFocus = ReturnType<typeof createRowFocus>;

/** Moves the focus between the buttons of a list's rows: one key decides about one joke after the other. */
export function createRowFocus() {
  const buttons = new Set<HTMLElement>();
  const heading = createRef<HTMLHeadingElement>();

  /** The buttons with one of these actions, from top to bottom. */
  function withAction(actions: readonly string[]): HTMLElement[] {
    const isAfter = (a: Node, b: Node) =>
      (a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    return [...buttons]
      .filter(({ dataset }) => actions.includes(dataset['action'] ?? ''))
      .sort((a, b) => (isAfter(a, b) ? 1 : -1));
  }

  /** Moves the focus to the row after the one that has it, to the one before, or to the first one. */
  function step(by: 1 | -1): void {
    const rows = [...document.querySelectorAll<HTMLElement>(ROW)];
    const current = document.activeElement?.closest<HTMLElement>(ROW);
    const next = current ? rows[rows.indexOf(current) + by] : rows[0];
    next?.focus();
  }

  /**
   * Moves the focus from a row to the next one, or from its button to the same button of the next row. In the last row it stays
   * or, if the button disappears, moves to the row before. Does nothing if it has moved elsewhere.
   */
  function moveFrom(button: Element | null, options: FocusOptions): void {
    if (!(button instanceof HTMLElement) || document.activeElement !== button) return;
    if (button.matches(ROW)) return step(1);
    const action = button.dataset['action'] ?? '';
    const same = withAction([action]);
    const index = same.indexOf(button);
    if (index === -1) return;
    const next = same[index + 1];
    if (next) return next.focus(options);
    if (DISAPPEARING.includes(action)) (same[index - 1] ?? heading.current)?.focus(options);
  }

  return {
    /** the ref of the list's heading */
    heading,

    /** The ref of each button with a `data-action` in a row that can be moderated. */
    button: (element: HTMLElement | null) => {
      if (element) buttons.add(element);
      return () => {
        if (element) buttons.delete(element);
      };
    },

    step,

    /** The number of the joke whose row, or a part of it, has the focus. */
    current(): number | undefined {
      const row = document.activeElement?.closest<HTMLElement>(ROW);
      return row ? Number(row.dataset['jokeId']) : undefined;
    },

    /** Moves the focus to the first decision. */
    moveToFirst(): void {
      (withAction(DECIDING)[0] ?? heading.current)?.focus();
    },

    /** Moves the focus on from the button that has it, as after a dialog that the button opened. */
    moveOn: () => moveFrom(document.activeElement, { preventScroll: true }),

    /** Returns what moves it on from a clicked button. What is under the pointer does not scroll away. */
    moveOnAfter({ currentTarget, detail }: MouseEvent<HTMLElement>): () => void {
      return () => moveFrom(currentTarget, { preventScroll: detail > 0 });
    },
  };
}

/** The focus of the list on the screen. */
export const RowFocusContext = createContext<RowFocus | null>(null);

/** @throws {Error} outside of the dashboard */
export function useRowFocus(): RowFocus {
  const focus = use(RowFocusContext);
  if (focus === null) throw new Error('Only the dashboard has rows.');
  return focus;
}
