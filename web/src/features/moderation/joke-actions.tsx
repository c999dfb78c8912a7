import type { Joke } from 'functions/contract';
import { BusyButton } from '../../components/busy-button.tsx';
import { Icon, type IconName } from '../../components/icon.tsx';
import { Ring } from '../../components/ring.tsx';
import { useModeration, type ModerationAction } from './use-moderation.ts';

/** The actions that open a dialog. */
export type DialogKind = 'preview' | 'edit';

const BUTTONS: { action: DialogKind | ModerationAction; label: string; icon: IconName }[] = [
  { action: 'preview', label: 'Preview image', icon: 'image' },
  { action: 'edit', label: 'Edit', icon: 'edit' },
  { action: 'approve', label: 'Approve', icon: 'approve' },
  { action: 'reject', label: 'Reject', icon: 'reject' },
  { action: 'delete', label: 'Delete', icon: 'delete' },
];

interface JokeActionsProps {
  joke: Joke;
  onOpen: (kind: DialogKind, joke: Joke) => void;
  /** Gets why an action failed, or nothing if it succeeded. */
  onResult: (failure?: string) => void;
}

/** The action buttons of one joke. All of them are disabled while one of its actions runs. */
export function JokeActions({ joke, onOpen, onResult }: JokeActionsProps) {
  const { busy, running, run } = useModeration(joke, onResult);
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
            busy={busy}
            onClick={() =>
              action === 'preview' || action === 'edit' ? onOpen(action, joke) : run(action)
            }
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
