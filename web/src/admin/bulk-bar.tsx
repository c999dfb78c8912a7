import { useLayoutEffect, useRef } from 'react';
import { DockRow } from '../ui/dock.tsx';
import { opensDialog, type useModeratedList, type Verb } from './moderation.tsx';
import { Toast } from './toast.tsx';
import styles from './bulk-bar.module.css';

/** What can be done with the selected jokes, whose number is added to the label. */
export type BulkAction = readonly [verb: Verb, label: string];

interface BulkBarProps {
  list: ReturnType<typeof useModeratedList>;
  actions: readonly BulkAction[];
}

/** The bar at the end of the window, with the actions on the selected jokes and the latest decision. */
export function BulkBar({ list, actions }: BulkBarProps) {
  const { selectable, selected, select, act } = list;
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
          actions.map(([verb, label]) => (
            <button
              key={verb}
              type="button"
              className="button"
              aria-haspopup={opensDialog(verb) ? 'dialog' : undefined}
              onClick={() => {
                // The button disappears with the selection.
                all.current?.focus({ preventScroll: true });
                act(verb, selected);
              }}
            >
              {`${label} ${count}${opensDialog(verb) ? '…' : ''}`}
            </button>
          ))}
      </div>
      <Toast />
    </DockRow>
  );
}
