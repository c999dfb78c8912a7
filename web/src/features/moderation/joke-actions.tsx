import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Joke } from 'functions/contract';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Ring } from '../../components/spinner.tsx';
import { announce } from '../../stores/announcement.ts';
import { MODERATION_LISTS, UNKNOWN_FAILURE } from './moderation-queries.ts';

/** The actions that run without a dialog. */
const ACTIONS = {
  approve: { endpoint: 'approveJoke', done: 'approved', failed: 'Failed to approve joke' },
  reject: { endpoint: 'rejectJoke', done: 'rejected', failed: 'Failed to reject joke' },
  delete: { endpoint: 'deleteJoke', done: 'deleted', failed: UNKNOWN_FAILURE },
} as const;

type Action = keyof typeof ACTIONS;

/** The actions that open a dialog. */
export type DialogKind = 'preview' | 'edit';

const BUTTONS = [
  { action: 'preview', label: 'Preview image', icon: 'image' },
  { action: 'edit', label: 'Edit', icon: 'edit' },
  { action: 'approve', label: 'Approve', icon: 'approve' },
  { action: 'reject', label: 'Reject', icon: 'reject' },
  { action: 'delete', label: 'Delete', icon: 'delete' },
] as const;

interface JokeActionsProps {
  joke: Joke;
  onOpen: (kind: DialogKind, joke: Joke) => void;
  /** Gets why an action failed, or nothing if it succeeded. */
  onResult: (failure?: string) => void;
}

/**
 * The action buttons of one joke (specification §4, joke status). All of them are disabled while one
 * of its actions runs.
 */
export function JokeActions({ joke, onOpen, onResult }: JokeActionsProps) {
  const id = joke.joke_id;
  const client = useQueryClient();
  const reload = () => client.invalidateQueries({ queryKey: MODERATION_LISTS });
  const mutationKey = ['moderation', 'action', id];
  const busy = useIsMutating({ mutationKey }) > 0;
  const { isPending, variables, mutate } = useMutation({
    mutationKey,
    mutationFn: (action: Action) => call(ACTIONS[action].endpoint, { params: { id } }),
    onSuccess: (_receipt, action) => {
      onResult();
      announce(`Fact no. ${id} ${ACTIONS[action].done}.`);
      return reload();
    },
    onError: async (error, action) => {
      onResult(messageOf(error, ACTIONS[action].failed));
      // Another administrator has deleted it, so the list is outdated.
      if (error instanceof ApiError && error.code === 'not_found') await reload();
    },
  });
  const start = (action: DialogKind | Action) => {
    if (action === 'preview' || action === 'edit') return onOpen(action, joke);
    if (action === 'delete' && !window.confirm('Are you sure you want to delete this joke?'))
      return;
    mutate(action);
  };

  const hasImage = joke.image_url !== null;
  return (
    <div className="joke-actions">
      {BUTTONS.map(({ action, label, icon }) => {
        const preview = action === 'preview';
        const name = `${label}${preview ? ' of' : ''} fact no. ${id}`;
        return (
          <BusyButton
            key={action}
            className="joke-action"
            data-action={action}
            data-has-image={preview ? hasImage : undefined}
            aria-label={preview ? `${name}, ${hasImage ? 'generated' : 'none yet'}` : name}
            title={label}
            busy={busy}
            onClick={() => start(action)}
          >
            {isPending && variables === action ? (
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
