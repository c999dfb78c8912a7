import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type Joke } from 'functions/contract';
import { useState } from 'react';
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

export interface Moderation {
  /** the actions in progress, by joke id */
  running: ReadonlyMap<number, ModerationAction>;
  /** why the last action failed, until one succeeds */
  failure: string | undefined;
  run: (joke: Joke, action: ModerationAction) => void;
  /** Clears the failure and reloads the list, after a change made elsewhere. */
  refresh: () => Promise<void>;
}

/** Approves, rejects and deletes jokes in the list (specification §4, joke status). */
export function useModeration(): Moderation {
  const client = useQueryClient();
  const announce = useAnnouncement((store) => store.announce);
  const [running, setRunning] = useState<ReadonlyMap<number, ModerationAction>>(new Map());
  const [failure, setFailure] = useState<string>();

  const reload = () => client.invalidateQueries({ queryKey: MODERATION_LISTS });
  const mark = (jokeId: number, action: ModerationAction | undefined) =>
    setRunning((before) => {
      const after = new Map(before);
      if (action === undefined) after.delete(jokeId);
      else after.set(jokeId, action);
      return after;
    });

  const perform = async ({ joke_id: id }: Joke, action: ModerationAction) => {
    const { endpoint, done, failed } = ACTIONS[action];
    mark(id, action);
    try {
      await call(endpoint, { params: { id } });
      setFailure(undefined);
      announce(`Fact no. ${id} ${done}.`);
      await reload();
    } catch (error) {
      setFailure(messageOf(error, failed));
      // Another administrator has deleted it, so the list is outdated.
      if (error instanceof ApiError && error.code === 'not_found') await reload();
    } finally {
      mark(id, undefined);
    }
  };

  return {
    running,
    failure,
    run: (joke, action) => {
      if (action === 'delete' && !window.confirm('Are you sure you want to delete this joke?'))
        return;
      void perform(joke, action);
    },
    refresh: () => {
      setFailure(undefined);
      return reload();
    },
  };
}
