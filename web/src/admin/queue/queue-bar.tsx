import { useState, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminPath } from '../../paths.ts';
import { useHistory } from '../decide.ts';
import { KeyedButton } from '../keyed-button.tsx';
import { noticeOf } from '../notices.ts';
import { Toast } from '../toast.tsx';
import styles from './queue.module.css';

/** What can be done with the current fact, and the key for it. */
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
  /** what gets the focus when a notice is dismissed */
  bar?: RefObject<HTMLDivElement | null>;
}

/** The decisions that failed, until each is dismissed, and the latest one with Undo. */
export function QueueStatus({ onUndo, bar }: QueueStatusProps) {
  const history = useHistory();
  const { pathname } = useLocation();
  const [dismissed, setDismissed] = useState<readonly string[]>([]);
  const failures = history.flatMap((made) => {
    const { variables: decision } = made;
    const notice = noticeOf(made);
    if (!decision || notice?.tone !== 'failed' || dismissed.includes(decision.key)) return [];
    return { key: decision.key, text: notice.text, fact: decision.items[0]?.joke_id ?? 0 };
  });
  return (
    <div className={styles.outcome}>
      {failures.length > 0 && (
        <div role="alert">
          <ul className={styles.failures}>
            {failures.map(({ key, text, fact }) => (
              <li key={key} className="spread">
                <p>
                  <Link
                    to={`${adminPath(pathname, 'log')}?fact=${fact}`}
                  >{`Fact no. ${fact}`}</Link>
                  <span>{`: ${text.replace(/^Error: /, '')}`}</span>
                </p>
                <button
                  type="button"
                  className="button"
                  aria-label={`Dismiss the notice about fact no. ${fact}`}
                  onClick={() => {
                    setDismissed([...dismissed, key]);
                    bar?.current?.focus({ preventScroll: true });
                  }}
                >
                  Dismiss
                </button>
              </li>
            ))}
          </ul>
        </div>
      )}
      <Toast onUndo={onUndo} listsFailures />
    </div>
  );
}

interface QueueBarProps extends QueueStatusProps {
  /** Disables the decision buttons. */
  busy: boolean;
  onAct: (action: QueueAction) => void;
}

/** The latest decision, and a button for each action, at the bottom of the window. */
export function QueueBar({ busy, bar, onUndo, onAct }: QueueBarProps) {
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
      ref={bar}
      onKeyDown={actOnce}
    >
      <QueueStatus onUndo={onUndo} {...(bar && { bar })} />
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
            busy={busy && action !== 'help'}
            onClick={(event) => click(action, event)}
          >
            {label}
          </KeyedButton>
        ))}
      </div>
    </div>
  );
}
