import type { Joke } from 'functions/contract';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import './bulk-bar.css';
import { DecisionToast, type Notice } from './decision-toast.tsx';

interface BulkBarProps {
  /** the jokes on the page that can be selected */
  jokes: readonly Joke[];
  selected: readonly Joke[];
  onSelect: (jokes: readonly Joke[]) => void;
  /** the buttons that decide about the selected jokes */
  children: ReactNode;
  notice: Notice | undefined;
}

/**
 * The bar below the list: what to do with the selected jokes, and the result of the last decision. It
 * stays at the bottom of the window and never appears on its own, so that it covers nothing in use.
 */
export function BulkBar({ jokes, selected, onSelect, children, notice }: BulkBarProps) {
  const all = useRef<HTMLInputElement>(null);
  const before = useRef(0);
  const count = selected.length;
  const isAll = count > 0 && count === jokes.length;
  useLayoutEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && !isAll;
    // The buttons have disappeared, and the focus with one of them.
    const lost = count === 0 && before.current > 0 && document.activeElement === document.body;
    const bar = all.current?.closest('.bulk-bar');
    // The checkbox is disabled when nothing is left to decide about.
    if (lost) bar?.querySelector<HTMLElement>('input:enabled, p')?.focus({ preventScroll: true });
    before.current = count;
  }, [count, isAll]);
  return (
    <div className="bulk-bar">
      <div className="bulk-selection">
        <label className="bulk-all">
          <input
            type="checkbox"
            ref={all}
            checked={isAll}
            disabled={jokes.length === 0}
            onChange={() => onSelect(count > 0 ? [] : jokes)}
          />
          {count === 0 ? (
            'Select all on this page'
          ) : (
            <span>
              {count} <span className="bulk-word">selected</span>
            </span>
          )}
        </label>
        {count > 0 && <div className="bulk-actions">{children}</div>}
      </div>
      <DecisionToast notice={notice} />
    </div>
  );
}
