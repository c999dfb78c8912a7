import type { Joke } from 'functions/contract';
import { BusyButton } from '../../components/busy-button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Ring } from '../../components/ring.tsx';
import type { ModerationAction } from './use-moderation.ts';

/** What can be asked for in a row. */
export type JokeAction = 'preview' | 'edit' | ModerationAction;

const BUTTONS: { action: JokeAction; label: string; icon: IconName }[] = [
  { action: 'preview', label: 'Preview image', icon: 'image' },
  { action: 'edit', label: 'Edit', icon: 'edit' },
  { action: 'approve', label: 'Approve', icon: 'approve' },
  { action: 'reject', label: 'Reject', icon: 'reject' },
  { action: 'delete', label: 'Delete', icon: 'delete' },
];

interface JokeActionsProps {
  joke: Joke;
  /** What is running on this joke; all of its buttons are disabled meanwhile. */
  running: ModerationAction | undefined;
  onAction: (action: JokeAction) => void;
}

/** The buttons of one joke. */
export function JokeActions({ joke, running, onAction }: JokeActionsProps) {
  const pictured = joke.image_url !== null;
  return (
    <div className="joke-actions">
      {BUTTONS.map(({ action, label, icon }) => {
        const preview = action === 'preview';
        const name = `${label}${preview ? ' of' : ''} fact no. ${joke.joke_id}`;
        return (
          <BusyButton
            key={action}
            className="joke-action"
            data-action={action}
            data-pictured={preview ? pictured : undefined}
            aria-label={preview ? `${name}, ${pictured ? 'generated' : 'none yet'}` : name}
            title={label}
            busy={running !== undefined}
            onClick={() => onAction(action)}
          >
            {running === action ? (
              <Ring />
            ) : (
              <Icon name={preview && !pictured ? 'imageMissing' : icon} />
            )}
          </BusyButton>
        );
      })}
    </div>
  );
}
