import { ApiError } from 'functions/contract';
import { limits } from 'functions/domain';
import { create } from 'zustand';
import { isRefusal } from '../api/failure.ts';
import { retry, retryNow } from './retry.ts';
import type { Change, Decision, DecisionResult } from './changes.ts';

/** A change that waits to be sent. */
export interface Item {
  /** what to send together with equal decisions that wait behind it */
  decision?: Decision;
  send: (batch: readonly Item[]) => Promise<void>;
  /** Called with the answer about a decision; undefined if it was withdrawn. */
  settle?: (result: DecisionResult | undefined) => void;
  fail: (error: unknown) => void;
  /** True to give up after the first failure of any kind. */
  once?: boolean;
  /** whether it was sent, so that it may have taken effect */
  sent?: boolean;
}

interface SendingStatus {
  /** how many changes */
  unsent: number;
  problem: unknown;
}

/** Whether a failure is the answer. After a lost session or too many requests, trying again may succeed. */
function isFinal(error: unknown): boolean {
  return isRefusal(error) && error.code !== 'unauthenticated' && error.code !== 'too_many_requests';
}

/**
 * Sends changes one after another, in the order in which they were added. Equal decisions that wait together
 * are sent together. After a failure that says nothing about the change it tries again.
 */
export function createSendingQueue() {
  /** the changes that the server has not answered, and why the latest attempt to send them failed */
  const useStatus = create<SendingStatus>()(() => ({ unsent: 0, problem: undefined }));
  let items: Item[] = [];
  let running = false;

  function update(left: Item[], problem: unknown): void {
    items = left;
    useStatus.setState({ unsent: left.length, problem });
  }

  /** Forgets everything, for example when the administrator signs out. */
  function clear(): void {
    update([], undefined);
    retryNow();
  }

  function add(item: Item): void {
    update([...items, item], useStatus.getState().problem);
    if (!running) void run();
  }

  /** Adds a call that waits for its turn. @param once true to give up after the first failure */
  function addCall<T>(run: () => Promise<T>, once: boolean): Promise<T> {
    return new Promise((resolve, fail) => {
      add({ send: async () => resolve(await run()), fail, once });
    });
  }

  /** The first item and, if it is a decision, the equal ones that follow it. */
  function nextBatch(): Item[] {
    const wanted = items[0]?.decision;
    const isSame = ({ decision }: Item) =>
      wanted &&
      decision?.action === wanted.action &&
      decision.reason === wanted.reason &&
      decision.duplicate_of === wanted.duplicate_of;
    const end = items.findIndex((item, index) => index > 0 && !isSame(item));
    return items.slice(0, Math.min(end === -1 ? items.length : end, limits.moderationMaxIds));
  }

  async function run(): Promise<void> {
    running = true;
    // What is added at the same time is sent together.
    await Promise.resolve();
    while (items.length > 0) {
      let batch: Item[] = [];
      const send = async () => {
        // While it waited, decisions may have been added or withdrawn.
        batch = nextBatch();
        await batch[0]?.send(batch);
      };
      try {
        await retry(send, (error) => {
          if (items.length === 0 || batch[0]?.once || isFinal(error)) return null;
          update(items, error);
          return error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
        });
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
      const left = items.filter((item) => !batch.includes(item));
      update(left, undefined);
    }
    running = false;
  }

  /** Takes back those of these changes that are decisions and were not sent. Returns them. */
  function withdraw(changes: readonly Change[]): Decision[] {
    const waiting = items.filter(
      ({ decision, sent }) => !sent && decision && changes.includes(decision),
    );
    if (waiting.length === 0) return [];
    const left = items.filter((item) => !waiting.includes(item));
    if (left.length > 0) update(left, useStatus.getState().problem);
    else clear();
    for (const { settle } of waiting) settle?.(undefined);
    return waiting.flatMap(({ decision }) => decision ?? []);
  }

  return { useStatus, add, addCall, withdraw, clear };
}
