import type { Joke } from 'functions/contract';
import { BusyButton } from '../../components/busy-button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Ring } from '../../components/ring.tsx';
import type { ModerationAction } from './use-moderation.ts';

/** The actions of a row. */
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
  /** The action in progress on this joke; all of its buttons are disabled meanwhile. */
  running: ModerationAction | undefined;
  onAction: (action: JokeAction) => void;
}

/** The action buttons of one joke. */
export function JokeActions({ joke, running, onAction }: JokeActionsProps) {
  const hasImage = joke.image_url !== null;
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
            data-has-image={preview ? hasImage : undefined}
            aria-label={preview ? `${name}, ${hasImage ? 'generated' : 'none yet'}` : name}
            title={label}
            busy={running !== undefined}
            onClick={() => onAction(action)}
          >
            {running === action ? (
              <Ring />
            ) : (
              <Icon name={preview && !hasImage ? 'imageMissing' : icon} />
            )}
          </BusyButton>
        );
      })}
    </div>
  );
}
