import { messageOf } from '../api/failure.ts';
import { undoable, useHistory, useUndo } from './decide.ts';
import { noticeOf } from './notices.ts';
import styles from './toast.module.css';
import { KeyedButton } from './keyed-button.tsx';

/** How many decisions could not be sent yet, and why. */
function Unsent() {
  const unsent = useHistory().filter(({ status }) => status === 'pending');
  const [first] = unsent;
  const isOffline = first?.isPaused === true;
  if (!first || (!isOffline && first.failureReason === null)) return null;
  const text = unsent.length === 1 ? 'One decision is' : `${unsent.length} decisions are`;
  const why = isOffline ? 'You are offline.' : messageOf(first.failureReason);
  return (
    <p className={styles.unsent} role="alert">
      {`${text} not sent yet. ${why} Keep this page open: sending is tried again automatically.`}
    </p>
  );
}

interface ToastProps {
  /** called to undo, by default the latest change */
  onUndo?: () => void;
  /** True where failures are listed elsewhere. */
  listsFailures?: boolean;
}

/**
 * One line about the latest decision, and Undo; below it whether decisions could not be sent. The line
 * has a place of its own even while it is empty, so that it never covers a control.
 */
export function Toast({ onUndo, listsFailures = false }: ToastProps) {
  const history = useHistory();
  const undo = useUndo();
  const notice = history.map(noticeOf).findLast((each) => each !== undefined);
  const isFailed = notice?.tone === 'failed';
  const isSaidElsewhere = isFailed && listsFailures;
  return (
    <>
      <div
        className={`${styles.toast} spread`}
        data-tone={isSaidElsewhere ? undefined : notice?.tone}
      >
        {/* The live region of the layout reads what is done aloud; a failure is an alert. */}
        <p role={isFailed ? 'alert' : undefined}>{isSaidElsewhere ? '' : notice?.text}</p>
        {undoable(history).length > 0 && (
          <KeyedButton className={styles.undo} shortcut="Z" onClick={onUndo ?? undo}>
            Undo
          </KeyedButton>
        )}
      </div>
      <Unsent />
    </>
  );
}
