import { isAnswer, messageOf, UNREACHABLE } from '../api/failure.ts';
import { askToSignIn, useSession } from '../stores/session.ts';
import { useOnline } from '../ui/use-online.ts';
import { useUndo } from './decide.ts';
import { unanswered, undoable, useDecisions } from './decisions.ts';
import { decisionsText, noticeOf } from './notices.ts';
import styles from './toast.module.css';
import { KeyedButton } from './labels.tsx';

/** Asks to sign in again, after the question was closed. */
function EndedSession({ count }: { count: number }) {
  return (
    <p className={`${styles.unsent} spread`} role="alert">
      <span>{count > 0 ? `${decisionsText(count)} not sent.` : 'Your session has ended.'}</span>
      <button type="button" className="button" onClick={() => askToSignIn(true)}>
        Sign in
      </button>
    </p>
  );
}

/** Says how many decisions could not be sent yet, or were dropped, and why. */
export function Unsent() {
  const decisions = useDecisions();
  const session = useSession();
  const isOnline = useOnline();
  const { lost } = decisions;
  const unsent = unanswered(decisions);
  if (session.is === 'ended' && !session.asks) return <EndedSession count={unsent.length} />;
  if (lost) {
    const were = lost.count === 1 ? 'One decision' : `${lost.count} decisions`;
    return (
      <p className={styles.unsent} role="alert">
        {`${were} of ${lost.account} ${lost.count === 1 ? 'was' : 'were'} not sent, because this account was signed out.`}
      </p>
    );
  }
  const [first] = unsent;
  const failure = first?.progress.failure;
  if (!first || (isOnline && failure === undefined)) return null;
  const answer = isAnswer(failure) ? messageOf(failure) : UNREACHABLE;
  return (
    <p className={styles.unsent} role="alert">
      {`${decisionsText(unsent.length)} not sent yet. ${isOnline ? answer : 'You are offline.'} Keep this page open: sending is tried again automatically.`}
    </p>
  );
}

interface ToastProps {
  /** by default, undoes the latest change */
  onUndo?: () => void;
  /** True if refusals are listed elsewhere on the screen. */
  listsRefusals?: boolean;
}

/**
 * The latest decision in one line, with Undo, and below it whether decisions could not be sent. An empty line keeps its
 * place, so that it never covers a control.
 */
export function Toast({ onUndo, listsRefusals = false }: ToastProps) {
  const decisions = useDecisions();
  const undo = useUndo();
  const shown = decisions.entries.filter(
    ({ progress }) => !listsRefusals || progress.is !== 'refused',
  );
  const notice = shown.map(noticeOf).findLast((each) => each !== undefined);
  const isFailed = notice?.tone === 'failed';
  return (
    <>
      <div className={`${styles.toast} spread`} data-tone={notice?.tone}>
        {/* A success is announced by the layout's live region. */}
        <p role={isFailed ? 'alert' : undefined}>{notice?.text}</p>
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
