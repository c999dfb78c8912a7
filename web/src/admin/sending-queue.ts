import { ApiError } from 'functions/contract';
import { create } from 'zustand';
import { isRefusal } from '../api/failure.ts';
import { retry, retryNow } from './retry.ts';

/** A call that waits to be made. */
interface Item {
  /** names what may be withdrawn before */
  key: string | undefined;
  send: () => Promise<void>;
  withdraw: () => void;
  fail: (error: unknown) => void;
  once: boolean;
  /** whether it was sent, so that it may have taken effect */
  sent: boolean;
}

interface SendingStatus {
  /** how many calls */
  unsent: number;
  problem: unknown;
}

/** Whether a failure is the answer. After a lost session or too many requests, trying again may succeed. */
function isFinal(error: unknown): boolean {
  return isRefusal(error) && error.code !== 'unauthenticated' && error.code !== 'too_many_requests';
}

/**
 * Makes calls one after another, in the order in which they were added. After a failure that says nothing about
 * the call it tries again.
 */
export function createSendingQueue() {
  /** the calls that the server has not answered, and why the latest attempt failed */
  const useStatus = create<SendingStatus>()(() => ({ unsent: 0, problem: undefined }));
  let items: readonly Item[] = [];
  let running = false;

  function update(left: readonly Item[], problem: unknown): void {
    items = left;
    useStatus.setState({ unsent: left.length, problem });
  }

  async function run(): Promise<void> {
    running = true;
    for (let item = items[0]; item; item = items[0]) {
      const current = item;
      const send = async () => {
        // It may have been forgotten between two attempts.
        if (!items.includes(current)) return;
        current.sent = true;
        await current.send();
      };
      try {
        await retry(send, (error) => {
          if (!items.includes(current) || current.once || isFinal(error)) return null;
          update(items, error);
          return error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
        });
      } catch (error) {
        current.fail(error);
      }
      const left = items.filter((each) => each !== current);
      update(left, undefined);
    }
    running = false;
  }

  /**
   * Adds a call that waits for its turn. Resolves to undefined if it was withdrawn.
   * @param once true to give up after the first failure of any kind
   * @param key with which it can be withdrawn
   */
  function add<T>(
    call: () => Promise<T>,
    { once = false, key }: { once?: boolean; key?: string } = {},
  ): Promise<T | undefined> {
    return new Promise((settle, fail) => {
      const send = async () => settle(await call());
      const withdraw = () => settle(undefined);
      const item: Item = { key, send, withdraw, fail, once, sent: false };
      update([...items, item], useStatus.getState().problem);
      if (!running) void run();
    });
  }

  /** Takes back a call that was not sent. Returns whether there was one. */
  function withdraw(key: string): boolean {
    const item = items.find((each) => each.key === key && !each.sent);
    if (!item) return false;
    const left = items.filter((each) => each !== item);
    update(left, useStatus.getState().problem);
    item.withdraw();
    return true;
  }

  /** Forgets everything, for example when the administrator signs out. */
  function clear(): void {
    update([], undefined);
    retryNow();
  }

  return { useStatus, add, withdraw, clear };
}
