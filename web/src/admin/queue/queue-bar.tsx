import { useEffect, useRef, useState, type KeyboardEvent, type MouseEvent } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { adminPath } from '../../paths.ts';
import { DockRow } from '../../ui/dock.tsx';
import { countText } from '../../ui/format.ts';
import { useDecisions } from '../decisions.ts';
import { KeyedButton } from '../labels.tsx';
import { idsByText, noticeOf } from '../notices.ts';
import { Toast } from '../toast.tsx';
import styles from './queue.module.css';

/** What the keys do that have buttons. */
const BUTTONS = [
  ['a', 'Approve'],
  ['r', 'Reject'],
  ['e', 'Edit'],
  ['s', 'Skip'],
  ['?', 'Help'],
] as const;

interface QueueStatusProps {
  onUndo: () => void;
}

/** The refused decisions until the next one, those of one kind in one line, and the latest one with Undo. */
function QueueStatus({ onUndo }: QueueStatusProps) {
  const { entries } = useDecisions();
  const { pathname } = useLocation();
  const refusals = idsByText(
    entries.flatMap((entry) => {
      const notice = entry.progress.is === 'refused' ? noticeOf(entry) : undefined;
      const text = notice?.text.replace(/^Error: /, '');
      return text === undefined
        ? []
        : entry.decision.items.map(({ joke_id }) => [text, joke_id] as const);
    }),
  );
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
  onPress: (key: string) => void;
}

/** The latest decision, and a button for each action, at the bottom of the window. */
export function QueueBar({ onUndo, onPress }: QueueBarProps) {
  const [isDouble, setDouble] = useState(false);
  const click = (key: string, { detail }: MouseEvent) => {
    // The second click of a double click was not meant for the fact that has just appeared.
    setDouble(detail > 1);
    if (detail <= 1) onPress(key);
  };
  const actOnce = (event: KeyboardEvent) => {
    // A held Enter key presses a button again and again.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  return (
    <DockRow
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
        {BUTTONS.map(([key, label]) => (
          <KeyedButton
            key={key}
            className="button"
            data-action={label.toLowerCase()}
            shortcut={key.toUpperCase()}
            onClick={(event) => click(key, event)}
          >
            {label}
          </KeyedButton>
        ))}
      </div>
    </DockRow>
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
