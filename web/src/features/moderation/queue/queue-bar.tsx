import { useRef, type ComponentProps, type KeyboardEvent, type MouseEvent } from 'react';
import { BusyButton } from '../../../components/busy-button.tsx';
import { useShortcutSetting } from '../../../stores/shortcuts.ts';
import type { QueueAction } from './current-fact.tsx';
import { QueueStatus } from './queue-status.tsx';

/** A click so soon after another one, in milliseconds, was not meant for the fact that has just appeared. */
const TOO_SOON_MS = 350;

const BUTTONS = [
  { action: 'approve', label: 'Approve', shortcut: 'A' },
  { action: 'reject', label: 'Reject', shortcut: 'R' },
  { action: 'edit', label: 'Edit', shortcut: 'E' },
  { action: 'skip', label: 'Skip', shortcut: 'S' },
  { action: 'help', label: 'Help', shortcut: '?' },
] as const;

interface QueueBarProps extends ComponentProps<typeof QueueStatus> {
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
            {label}
            {shortcuts && <kbd aria-hidden="true">{shortcut}</kbd>}
          </BusyButton>
        ))}
      </div>
    </div>
  );
}
