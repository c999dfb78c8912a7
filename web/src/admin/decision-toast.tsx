import { useRef } from 'react';
import { messageOf } from '../api/failure.ts';
import { retryNow } from './retry.ts';
import { BusyButton } from '../ui/busy-button.tsx';
import { Ring } from '../ui/spinner.tsx';
import { useShortcutSetting } from '../stores/shortcuts.ts';
import type { Notice } from './notices.ts';
import { useOutbox } from './use-outbox.ts';

/** Says whether decisions could not be sent, and sends them again. */
function Unsent() {
  const { useStatus } = useOutbox();
  const { unsent, problem } = useStatus();
  if (problem === undefined) return null;
  const text = unsent === 1 ? 'One decision is' : `${unsent} decisions are`;
  return (
    <div className="unsent-decisions" role="alert">
      <p>
        {`${text} not sent yet. ${messageOf(problem)} ` +
          'Keep this page open: sending is tried again automatically.'}
      </p>
      <button type="button" className="button" onClick={retryNow}>
        Try again now
      </button>
    </div>
  );
}

interface DecisionToastProps {
  notice: Notice | undefined;
  /** Undoes the last decision, if that is possible. */
  onUndo?: (() => void) | undefined;
  /** True if Undo stays when there is nothing to undo, and has a shortcut. */
  keepsUndo?: boolean;
}

/**
 * One line with the last notice and Undo, and below it whether decisions could not be sent. The line has
 * a place of its own even while it is empty, so that it never covers a control.
 */
export function DecisionToast({ notice, onUndo, keepsUndo = false }: DecisionToastProps) {
  const shortcuts = useShortcutSetting() && keepsUndo;
  const text = useRef<HTMLParagraphElement>(null);
  const undo = () => {
    // The button is about to disappear, and the focus with it.
    if (!keepsUndo) text.current?.focus({ preventScroll: true });
    onUndo?.();
  };
  return (
    <>
      <div className="decision-toast" data-tone={notice?.tone}>
        {/* The screen's live region reads what is done aloud; a failure is an alert. */}
        <p role={notice?.tone === 'failed' ? 'alert' : undefined} tabIndex={-1} ref={text}>
          {notice?.tone === 'busy' && <Ring />}
          <span>{notice?.text}</span>
        </p>
        {(onUndo || keepsUndo) && (
          <BusyButton
            className="undo-button"
            aria-keyshortcuts={shortcuts ? 'Z' : undefined}
            busy={!onUndo}
            onClick={undo}
          >
            Undo{shortcuts && <kbd aria-hidden="true">Z</kbd>}
          </BusyButton>
        )}
      </div>
      <Unsent />
    </>
  );
}
