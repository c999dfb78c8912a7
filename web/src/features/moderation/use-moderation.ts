import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, type Joke } from 'functions/contract';
import { call } from '../../api/call.ts';
import { useAnnouncement } from '../../stores/announcement.ts';
import { messageOf, UNKNOWN_FAILURE } from './failure-text.ts';
import { MODERATION_LISTS } from './moderation-queries.ts';

const ACTIONS = {
  approve: { endpoint: 'approveJoke', done: 'approved', failed: 'Failed to approve joke' },
  reject: { endpoint: 'rejectJoke', done: 'rejected', failed: 'Failed to reject joke' },
  delete: { endpoint: 'deleteJoke', done: 'deleted', failed: UNKNOWN_FAILURE },
} as const;

/** The actions that run without a dialog. */
export type ModerationAction = keyof typeof ACTIONS;

interface Moderation {
  /** whether an action on the joke is in progress */
  busy: boolean;
  /** the action that was started here, while it is in progress */
  running: ModerationAction | undefined;
  run: (action: ModerationAction) => void;
}

/**
 * Approves, rejects and deletes a joke in the list (specification §4, joke status).
 * @param onResult gets why an action failed, or nothing if it succeeded
 */
export function useModeration(
  { joke_id: id }: Joke,
  onResult: (failure?: string) => void,
): Moderation {
  const client = useQueryClient();
  const announce = useAnnouncement((store) => store.announce);
  const reload = () => client.invalidateQueries({ queryKey: MODERATION_LISTS });
  const mutationKey = ['moderation', 'action', id];
  const { isPending, variables, mutate } = useMutation({
    mutationKey,
    mutationFn: (action: ModerationAction) => call(ACTIONS[action].endpoint, { params: { id } }),
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
  return {
    busy: useIsMutating({ mutationKey }) > 0,
    running: isPending ? variables : undefined,
    run: (action) => {
      if (action !== 'delete' || window.confirm('Are you sure you want to delete this joke?'))
        mutate(action);
    },
  };
}
