import { isAnswer, messageOf, UNREACHABLE } from '../api/failure.ts';
import { undoable, useDecisions, useUndo } from './decide.ts';
import { noticeOf } from './notices.ts';
import styles from './toast.module.css';
import { KeyedButton } from './labels.tsx';

/** Says how many decisions could not be sent yet, and why. */
function Unsent() {
  const unsent = useDecisions().filter(({ status }) => status === 'pending');
  const [first] = unsent;
  const isOffline = first?.isPaused === true;
  if (!first || (!isOffline && first.failureReason === null)) return null;
  const text = unsent.length === 1 ? 'One decision is' : `${unsent.length} decisions are`;
  const failure = isAnswer(first.failureReason) ? messageOf(first.failureReason) : UNREACHABLE;
  const why = isOffline ? 'You are offline.' : failure;
  return (
    <p className={styles.unsent} role="alert">
      {`${text} not sent yet. ${why} Keep this page open: sending is tried again automatically.`}
    </p>
  );
}

interface ToastProps {
  /** by default, undoes the latest change */
  onUndo?: () => void;
  /** True if failures are listed elsewhere on the screen. */
  listsFailures?: boolean;
}

/**
 * The latest decision in one line, with Undo, and below it whether decisions could not be sent. An empty line keeps its
 * place, so that it never covers a control.
 */
export function Toast({ onUndo, listsFailures = false }: ToastProps) {
  const decisions = useDecisions();
  const undo = useUndo();
  const notice = decisions.map(noticeOf).findLast((each) => each !== undefined);
  const isFailed = notice?.tone === 'failed';
  const isListed = isFailed && listsFailures;
  return (
    <>
      <div className={`${styles.toast} spread`} data-tone={isListed ? undefined : notice?.tone}>
        {/* A success is announced by the layout's live region. */}
        <p role={isFailed ? 'alert' : undefined}>{isListed ? '' : notice?.text}</p>
        {undoable(decisions).length > 0 && (
          <KeyedButton
            className={styles.undo}
            shortcut="Z"
            onClick={({ detail }) => {
              // A double click undoes one change.
              if (detail <= 1) (onUndo ?? undo)();
            }}
          >
            Undo
          </KeyedButton>
        )}
      </div>
      <Unsent />
    </>
  );
}
