import { limits } from 'functions/domain';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { DockRow } from '../ui/dock.tsx';
import type { ListedJoke } from './moderation-queries.ts';
import { Toast } from './toast.tsx';
import styles from './bulk-bar.module.css';

/** The selected jokes of a list, at most as many as one request changes. @param selectable those that can be decided */
export function useSelection(selectable: readonly ListedJoke[]) {
  const [ids, setIds] = useState<readonly number[]>([]);
  return {
    selectable,
    selected: selectable
      .filter(({ joke_id }) => ids.includes(joke_id))
      .slice(0, limits.changeMaxItems),
    /** Selects or deselects jokes. */
    select: (jokes: readonly Pick<ListedJoke, 'joke_id'>[], isSelected: boolean) => {
      const changed = jokes.map(({ joke_id }) => joke_id);
      const others = ids.filter((id) => !changed.includes(id));
      setIds(isSelected ? [...others, ...changed] : others);
    },
  };
}

export type Selection = ReturnType<typeof useSelection>;

interface BulkBarProps {
  selection: Selection;
  /** the actions on the selected jokes, whose number is added to the label */
  actions: readonly {
    label: string;
    opensDialog?: boolean;
    onClick: (selected: readonly ListedJoke[]) => void;
  }[];
}

/**
 * The bar at the end of the window, with the actions on the selected jokes and the latest decision.
 */
export function BulkBar({ selection, actions }: BulkBarProps): ReactNode {
  const { selectable, selected, select } = selection;
  const all = useRef<HTMLInputElement>(null);
  const count = selected.length;
  const isAll = count > 0 && count === selectable.length;
  useLayoutEffect(() => {
    if (all.current) all.current.indeterminate = count > 0 && !isAll;
  }, [count, isAll]);
  return (
    <DockRow className={styles.bar}>
      <div className={`${styles.selection} row`}>
        <label className={`${styles.all} setting`}>
          <input
            type="checkbox"
            ref={all}
            checked={isAll}
            aria-disabled={selectable.length === 0 || undefined}
            onChange={() => select(selectable, count === 0)}
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
                onClick(selected);
              }}
            >
              {`${label} ${count}${opensDialog ? '…' : ''}`}
            </button>
          ))}
      </div>
      <Toast />
    </DockRow>
  );
}
