import { useRef, type KeyboardEvent, type MouseEvent, type RefObject } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { BusyButton } from '../../ui/busy-button.tsx';
import { adminPath } from '../../paths.ts';
import { useShortcutSetting } from '../../stores/shortcuts.ts';
import { DecisionToast } from '../decision-toast.tsx';
import { useReview } from './review.ts';
import { noticesOf } from './visit.ts';

/** A click so soon after another one, in milliseconds, was not meant for the fact that has just appeared. */
const TOO_SOON_MS = 350;

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
  /** Disables the decision buttons. */
  busy: boolean;
  /** what gets the focus when a notice is dismissed */
  heading?: RefObject<HTMLElement | null> | undefined;
}

/** What the moderator must know about facts that are no longer shown, until each is dismissed. */
function FactNotices({ heading }: Pick<QueueStatusProps, 'heading'>) {
  const [review, state] = useReview();
  const notices = noticesOf(state);
  const { pathname } = useLocation();
  const dismiss = (jokeId: number) => {
    review.dismiss(jokeId);
    heading?.current?.focus({ preventScroll: true });
  };
  if (notices.length === 0) return null;
  return (
    <div role="alert">
      <ul className="queue-notices">
        {notices.map(({ joke_id, text }) => (
          <li key={joke_id}>
            <p>
              <Link
                to={`${adminPath(pathname, 'log')}?fact=${joke_id}`}
              >{`Fact no. ${joke_id}`}</Link>
              <span>{`: ${text}`}</span>
            </p>
            <button
              type="button"
              className="button"
              aria-label={`Dismiss the notice about fact no. ${joke_id}`}
              onClick={() => dismiss(joke_id)}
            >
              Dismiss
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** The last confirmation with Undo, whether decisions could not be sent, and notices about facts that are gone. */
export function QueueStatus({ busy, heading }: QueueStatusProps) {
  const [review, { notice, steps }] = useReview();
  return (
    <div className="queue-status">
      <FactNotices heading={heading} />
      <DecisionToast
        notice={notice}
        onUndo={busy || steps.length === 0 ? undefined : () => review.undo()}
        keepsUndo
      />
    </div>
  );
}

interface QueueBarProps extends QueueStatusProps {
  onAct: (action: QueueAction) => void;
}

/** The last decision, and a button for each action, at the bottom of the window. */
export function QueueBar({ busy, heading, onAct }: QueueBarProps) {
  const shortcuts = useShortcutSetting();
  const clickedAt = useRef(-Infinity);

  const click = (action: QueueAction, { detail, timeStamp }: MouseEvent) => {
    // Keys press a button without a count of clicks.
    const isDouble = detail > 0 && timeStamp - clickedAt.current < TOO_SOON_MS;
    clickedAt.current = timeStamp;
    if (!isDouble) onAct(action);
  };
  const actOnce = (event: KeyboardEvent) => {
    // A held Enter key presses a button again and again.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  return (
    <div className="queue-bar" role="group" aria-label="Decision" onKeyDown={actOnce}>
      <QueueStatus busy={busy} heading={heading} />
      <div className="queue-bar-buttons">
        {BUTTONS.map(({ action, label, shortcut }) => (
          <BusyButton
            key={action}
            className="button"
            data-action={action}
            aria-keyshortcuts={shortcuts ? shortcut : undefined}
            busy={busy && action !== 'help'}
            onClick={(event) => click(action, event)}
          >
            <span>{label}</span>
            {shortcuts && <kbd aria-hidden="true">{shortcut}</kbd>}
          </BusyButton>
        ))}
      </div>
    </div>
  );
}
