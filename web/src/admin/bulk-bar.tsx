import { limits } from 'functions/domain';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import type { ListedJoke } from './moderation-queries.ts';
import { Toast } from './toast.tsx';
import styles from './bulk-bar.module.css';

/** Which of these jokes are selected, at most as many as one request changes, and what changes that. */
export function useSelection(jokes: readonly ListedJoke[]) {
  const [ids, setIds] = useState<readonly number[]>([]);
  return {
    selectable: jokes,
    selected: jokes.filter(({ joke_id }) => ids.includes(joke_id)).slice(0, limits.changeMaxItems),
    /** Selects a joke, or not. */
    select: (id: number, isSelected: boolean) =>
      setIds(isSelected ? [...ids, id] : ids.filter((each) => each !== id)),
    /** Selects all or none. */
    selectAll: (isSelected: boolean) =>
      setIds(isSelected ? jokes.map(({ joke_id }) => joke_id) : []),
  };
}

interface BulkBarProps {
  selection: ReturnType<typeof useSelection>;
  /** what can be done with the selected jokes, and their number is added to the label */
  actions: readonly { label: string; opensDialog?: boolean; onClick: () => void }[];
}

/**
 * The bar below a list: what to do with the selected jokes, and the latest decision. It stays at the bottom of the
 * window and never appears on its own, so that it covers nothing in use.
 */
export function BulkBar({ selection, actions }: BulkBarProps): ReactNode {
  const { selectable, selected, selectAll } = selection;
  const all = useRef<HTMLInputElement>(null);
  const count = selected.length;
  const isAll = count > 0 && count === selectable.length;
  useLayoutEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <div className={styles.bar} data-selecting={count > 0}>
      <div className={`${styles.selection} row`}>
        <label className={`${styles.all} setting`}>
          <input
            type="checkbox"
            ref={all}
            checked={isAll}
            aria-disabled={selectable.length === 0 || undefined}
            onChange={() => selectAll(count === 0)}
          />
          <span>
            <span>{count === 0 ? 'Select all' : String(count)}</span>
            <span className={styles.word}>{count === 0 ? ' on this page' : ' selected'}</span>
          </span>
        </label>
        {count > 0 &&
          actions.map(({ label, opensDialog, onClick }) => (
            <button
              key={label}
              type="button"
              className="button"
              aria-haspopup={opensDialog ? 'dialog' : undefined}
              onClick={() => {
                // The button disappears with the selection.
                all.current?.focus({ preventScroll: true });
                onClick();
              }}
            >
              {`${label} ${count}${opensDialog ? '…' : ''}`}
            </button>
          ))}
      </div>
      <Toast />
    </div>
  );
}
