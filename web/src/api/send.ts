import type { EndpointInput, EndpointOutput } from 'functions/contract';
import { call } from './call.ts';
import { isRefusal } from './failure.ts';

/** The writes that take effect once, however often they are sent with the same key. */
type WriteName = 'rateJoke' | 'submitJoke' | 'reportJoke';

/** A write that was sent and not answered yet. */
export interface Attempt<N extends WriteName> {
  /** the random UUID that it is sent with */
  key: string;
  input: EndpointInput<N>;
}

/** Where a write is kept until the server has answered it. */
interface Kept<N extends WriteName> {
  latest: () => Attempt<N> | null;
  save: (attempt: Attempt<N> | null) => unknown;
}

/**
 * Runs a task after all earlier ones with this name, in any tab of this browser. A tab that is closed
 * releases the lock. Where the browser blocks or lacks Web Locks, the task runs immediately.
 */
export async function inOneTab<T>(name: string, task: () => Promise<T>): Promise<T> {
  let started = false;
  try {
    return await navigator.locks.request(name, () => {
      started = true;
      return task();
    });
  } catch (error) {
    if (started) throw error;
    return task();
  }
}

/**
 * Sends a write so that it takes effect once: if the last one was the same and got no answer, with its key.
 *
 * @param kept the last one
 * @param lock sends it after all earlier ones with this lock
 * @throws {ApiError} as `call` does; unless it is a refusal, the write is kept
 */
export function sendOnce<N extends WriteName>(
  name: N,
  input: EndpointInput<N>,
  kept: Kept<N>,
  lock?: string,
): Promise<EndpointOutput<N>> {
  const last = kept.latest();
  const isSame = last !== null && JSON.stringify(last.input) === JSON.stringify(input);
  const attempt = isSame ? last : { key: crypto.randomUUID(), input };
  const send = async () => {
    kept.save(attempt);
    try {
      const answer = await call(name, input, { idempotencyKey: attempt.key });
      kept.save(null);
      return answer;
    } catch (error) {
      if (isRefusal(error)) kept.save(null);
      throw error;
    }
  };
  return lock === undefined ? send() : inOneTab(lock, send);
}
