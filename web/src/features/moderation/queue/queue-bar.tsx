import { useEffect, useRef, type KeyboardEvent, type MouseEvent } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import type { QueueAction } from './current-fact.tsx';
import { QueueStatus } from './queue-status.tsx';
import { useShortcutSetting } from './shortcuts.ts';

/** A click so soon after a fact has appeared, in milliseconds, was meant for the one before. */
const TOO_SOON_MS = 250;

const BUTTONS = [
  { action: 'approve', label: 'Approve', shortcut: 'A' },
  { action: 'reject', label: 'Reject', shortcut: 'R' },
  { action: 'edit', label: 'Edit', shortcut: 'E' },
  { action: 'skip', label: 'Skip', shortcut: 'S' },
  { action: 'help', label: 'Help', shortcut: '?' },
] as const;

interface QueueBarProps {
  jokeId: number;
  /** True while the fact can't be decided about. */
  busy: boolean;
  onAct: (action: QueueAction) => void;
}

/** The last decision, and a button for each action, at the bottom of the window. */
export function QueueBar({ jokeId, busy, onAct }: QueueBarProps) {
  const shortcuts = useShortcutSetting();
  const shownAt = useRef(0);
  useEffect(() => {
    shownAt.current = performance.now();
  }, [jokeId]);

  const click = (action: QueueAction, { detail, timeStamp }: MouseEvent) => {
    // Keys press a button without a count of clicks.
    if (detail > 0 && timeStamp - shownAt.current < TOO_SOON_MS) return;
    onAct(action);
  };
  const actOnce = (event: KeyboardEvent) => {
    // A held Enter key presses a button again and again.
    if (event.repeat && event.key === 'Enter') event.preventDefault();
  };
  return (
    <div className="queue-bar" role="group" aria-label="Decision" onKeyDown={actOnce}>
      <div className="queue-bar-status">
        <QueueStatus busy={busy} />
      </div>
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
            {label}
            {shortcuts && <kbd aria-hidden="true">{shortcut}</kbd>}
          </BusyButton>
        ))}
      </div>
    </div>
  );
}
