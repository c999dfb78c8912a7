import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminPath } from '../../paths.ts';
import { countText } from '../../ui/format.ts';
import { useDecisions } from '../decisions.ts';
import { KeyedButton } from '../labels.tsx';
import { noticeOf } from '../notices.ts';
import { Toast } from '../toast.tsx';
import styles from './queue.module.css';

/** The actions on the current fact, and their keys. */
export const BUTTONS = [
  { action: 'approve', label: 'Approve', shortcut: 'A' },
  { action: 'reject', label: 'Reject', shortcut: 'R' },
  { action: 'edit', label: 'Edit', shortcut: 'E' },
  { action: 'skip', label: 'Skip', shortcut: 'S' },
  { action: 'help', label: 'Help', shortcut: '?' },
] as const;

export type QueueAction = (typeof BUTTONS)[number]['action'];

interface QueueStatusProps {
  onUndo: () => void;
}

/** The refused decisions until the next one, those of one kind in one line, and the latest one with Undo. */
function QueueStatus({ onUndo }: QueueStatusProps) {
  const { entries } = useDecisions();
  const { pathname } = useLocation();
  /** the numbers of the facts by what is said of them */
  const refusals = new Map<string, number[]>();
  for (const entry of entries) {
    const notice = entry.progress.is === 'refused' ? noticeOf(entry) : undefined;
    const text = notice?.text.replace(/^Error: /, '');
    const ids = entry.decision.items.map(({ joke_id }) => joke_id);
    if (text !== undefined) refusals.set(text, [...(refusals.get(text) ?? []), ...ids]);
  }
  return (
    <div className={styles.outcome}>
      {refusals.size > 0 && (
        <div role="alert">
          <ul className={styles.failures}>
            {[...refusals].map(([text, [first = 0, ...others]]) => (
              <li key={text}>
                {others.length === 0 ? (
                  <Link
                    to={`${adminPath(pathname, 'log')}?fact=${first}`}
                  >{`Fact no. ${first}`}</Link>
                ) : (
                  <b>{`${others.length + 1} facts (no. ${[first, ...others].join(', ')})`}</b>
                )}
                <span>{`: ${text}`}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Toast onUndo={onUndo} listsRefusals />
    </div>
  );
}

interface QueueBarProps extends QueueStatusProps {
  onAct: (action: QueueAction) => void;
}

/** The latest decision, and a button for each action, at the bottom of the window. */
export function QueueBar({ onUndo, onAct }: QueueBarProps) {
  const [isDouble, setDouble] = useState(false);
  const click = (action: QueueAction, { detail }: MouseEvent) => {
    // The second click of a double click was not meant for the fact that has just appeared.
    setDouble(detail > 1);
    if (detail <= 1) onAct(action);
  };
  const actOnce = (event: KeyboardEvent) => {
    // A held Enter key presses a button again and again.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  return (
    <div
      className={styles.bar}
      role="group"
      aria-label="Decision"
      tabIndex={-1}
      onKeyDown={actOnce}
    >
      <QueueStatus onUndo={onUndo} />
      {isDouble && (
        <p className={styles.note} role="status">
          A double click decides only once.
        </p>
      )}
      <div className={styles.buttons}>
        {BUTTONS.map(({ action, label, shortcut }) => (
          <KeyedButton
            key={action}
            className="button"
            data-action={action}
            shortcut={shortcut}
            onClick={(event) => click(action, event)}
          >
            {label}
          </KeyedButton>
        ))}
      </div>
    </div>
  );
}

interface QueueEndProps {
  /** how many facts were decided or skipped here */
  seen: number;
  skipped: number;
  /** Starts again from the oldest fact. */
  onAgain: () => void;
  onUndo: () => void;
}

/** The end of the queue. */
export function QueueEnd({ seen, skipped, onAgain, onUndo }: QueueEndProps) {
  const { pathname } = useLocation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    // The fact that had it has disappeared.
    if (document.activeElement === document.body) heading.current?.focus();
  }, []);
  return (
    <section className="stack">
      <h2 tabIndex={-1} ref={heading}>
        {seen === 0 ? 'Nothing to review.' : 'That was the last one.'}
      </h2>
      {skipped === 0 && <p>You’ve reviewed every submission. Chuck Norris approves.</p>}
      <div className="row">
        <button
          type="button"
          className={skipped > 0 ? 'button button-main' : 'button'}
          onClick={onAgain}
        >
          {skipped > 0 ? `Review the skipped ${countText(skipped, 'fact')}` : 'Look for new facts'}
        </button>
        {seen > 0 && (
          <Link className="button" to={adminPath(pathname, 'log')}>
            Show the log
          </Link>
        )}
      </div>
      <QueueStatus onUndo={onUndo} />
    </section>
  );
}
