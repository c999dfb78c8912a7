import type { QueryClient } from '@tanstack/react-query';
import type { ChangeReceipt } from 'functions/contract';
import { call } from '../api/call.ts';
import type { Change, Step } from './changes.ts';
import { updateCounts } from './moderation-queries.ts';
import { createSendingQueue } from './sending-queue.ts';

/**
 * Sends what moderators change, one change after another, and undoes it. The answers update the counts in the query
 * cache.
 */
export function createOutbox(client: QueryClient) {
  const { useStatus, add, withdraw, clear } = createSendingQueue();
  /** the id of each change that was made, by its key */
  const ids = new Map<string, string>();

  return {
    useStatus,

    /**
     * Sends a change. Resolves to the server's answer, to undefined if it was undone before it was sent.
     * @param once true to give up after the first failure
     * @throws {ApiError} if the server refuses the call
     */
    send(change: Change, once = false): Promise<ChangeReceipt | undefined> {
      const { key, ...body } = change;
      const request = async () => {
        const receipt = await call('changeJokes', { body }, { idempotencyKey: key });
        updateCounts(client, receipt.totals, body.items);
        if (receipt.change_id !== null) ids.set(key, receipt.change_id);
        return receipt;
      };
      return add(request, { once, key });
    },

    /**
     * Undoes a change. Resolves to undefined if it was withdrawn before it was sent, or has changed nothing.
     * @throws {ApiError} if the server refuses the call
     */
    async undo({ key, items }: Step): Promise<ChangeReceipt | undefined> {
      if (withdraw(key)) return undefined;
      const idempotencyKey = crypto.randomUUID();
      return add(async () => {
        // Its answer came before the turn of this.
        const id = ids.get(key);
        if (id === undefined) return undefined;
        const receipt = await call('undoChange', { params: { id } }, { idempotencyKey });
        updateCounts(client, receipt.totals, items);
        return receipt;
      });
    },

    clear,
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
