import type { Joke } from 'functions/contract';
import { limits } from 'functions/domain';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { DecisionToast } from './decision-toast.tsx';
import type { Decisions } from './use-decisions.ts';

/** Which of these jokes are selected, at most as many as one request decides, and how to change that. */
export function useSelection(jokes: readonly Joke[]) {
  const [ids, setIds] = useState<readonly number[]>([]);
  return {
    selectable: jokes,
    selected: jokes.filter(({ joke_id }) => ids.includes(joke_id)).slice(0, limits.changeMaxItems),
    /** Selects a joke, or not. */
    select: (id: number, isSelected: boolean) =>
      setIds(isSelected ? [...ids, id] : ids.filter((each) => each !== id)),
    /** Selects only these jokes. */
    selectOnly: (some: readonly Joke[]) => setIds(some.map(({ joke_id }) => joke_id)),
  };
}

interface BulkBarProps {
  selection: ReturnType<typeof useSelection>;
  /** the buttons that decide about the selected jokes */
  children: ReactNode;
  toast: Decisions['toast'];
}

/**
 * The bar below the list: what to do with the selected jokes, and the last decision. It stays at the
 * bottom of the window and never appears on its own, so that it covers nothing in use.
 */
export function BulkBar({ selection, children, toast }: BulkBarProps) {
  const { selectable, selected, selectOnly } = selection;
  const all = useRef<HTMLInputElement>(null);
  const bar = useRef<HTMLDivElement>(null);
  const before = useRef(0);
  const count = selected.length;
  const isAll = count > 0 && count === selectable.length;
  useLayoutEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && !isAll;
    // The buttons have disappeared, and the focus with one of them.
    const lost = count === 0 && before.current > 0 && document.activeElement === document.body;
    // The checkbox is disabled when nothing is left to decide about.
    const next = all.current?.disabled ? bar : all;
    if (lost) next.current?.focus({ preventScroll: true });
    before.current = count;
  }, [count, isAll]);
  return (
    <div className="bulk-bar" data-selecting={count > 0}>
      <div className="bulk-selection" tabIndex={-1} ref={bar}>
        <label className="setting bulk-all">
          <input
            type="checkbox"
            ref={all}
            checked={isAll}
            disabled={selectable.length === 0}
            onChange={() => selectOnly(count > 0 ? [] : selectable)}
          />
          {count === 0 ? (
            <span>
              Select all <span className="bulk-word">on this page</span>
            </span>
          ) : (
            <span>
              <span>{count}</span> <span className="bulk-word">selected</span>
            </span>
          )}
        </label>
        {count > 0 && <div className="bulk-actions">{children}</div>}
      </div>
      <DecisionToast {...toast} />
    </div>
  );
}
