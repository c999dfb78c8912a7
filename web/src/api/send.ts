import type { EndpointInput, EndpointOutput } from 'functions/contract';
import { call } from './call.ts';
import { isRefusal } from './failure.ts';

/** The writes that take effect once, however often they are sent with the same key. */
type WriteName = 'submitJoke' | 'reportJoke';

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

const FIRST_PAUSE_MS = 2_000;
export const LONGEST_PAUSE_MS = 5 * 60_000;

/** Ends the pauses between attempts. */
let waking = new AbortController();

function pause(milliseconds: number): Promise<unknown> {
  const { signal } = waking;
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', resolve);
  });
}

/** Ends every pause of {@link retry}, when there is a reason to try again now. */
export function retryNow(): void {
  waking.abort();
  waking = new AbortController();
}

/**
 * Repeats an attempt until it succeeds. After each failure it waits twice as long, up to five minutes.
 * @param onFailure says how long to wait at least, in milliseconds; null to stop
 * @throws the failure after which `onFailure` returned null
 */
export async function retry<T>(
  attempt: () => Promise<T>,
  onFailure: (error: unknown) => number | null,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await attempt();
    } catch (error) {
      const leastMs = onFailure(error);
      if (leastMs === null) throw error;
      await pause(Math.max(pauseMs, leastMs));
    }
  }
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
 * @param lock see {@link inOneTab}
 * @throws {ApiError} as `call` does; unless it is a refusal, the write is kept
 */
export function sendOnce<N extends WriteName>(
  name: N,
  input: EndpointInput<N>,
  kept: Kept<N>,
  lock: string,
): Promise<EndpointOutput<N>> {
  const last = kept.latest();
  const isSame = last !== null && JSON.stringify(last.input) === JSON.stringify(input);
  const attempt = isSame ? last : { key: crypto.randomUUID(), input };
  return inOneTab(lock, async () => {
    kept.save(attempt);
    try {
      const answer = await call(name, input, { idempotencyKey: attempt.key });
      kept.save(null);
      return answer;
    } catch (error) {
      if (isRefusal(error)) kept.save(null);
      throw error;
    }
  });
}
