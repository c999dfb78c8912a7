import { ApiError } from '../contract/index.ts';
import { limits } from '../domain/index.ts';

export interface Clocks {
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment; unlike the clock, it is never set */
  monotonic: () => number;
}

/**
 * Milliseconds since now, by the clock that has gone further: the monotonic one stands still while an instance is
 * suspended, the other one can be set.
 */
export function stopwatch({ clock, monotonic }: Clocks): () => number {
  const [time, ticks] = [clock(), monotonic()];
  return () => Math.max(clock() - time, monotonic() - ticks);
}

/** How long a call may still take, and whether it may have stored something. */
export interface CallState {
  /** aborted when its time is up, or nobody waits for its response anymore */
  signal: AbortSignal;
  /** milliseconds until then */
  left: () => number;
  /** whether a commit was sent for it that the database has not refused */
  mayBeStored: boolean;
}

/** Starts the time of a call. @param gone is aborted, with an ApiError, when nobody waits for it anymore */
export type StartCall = (seconds?: number, gone?: AbortSignal) => CallState;

/**
 * A signal that is aborted after so many milliseconds, or with `gone`, which ends the timer. Signals of
 * `AbortSignal.any` and `AbortSignal.timeout` would keep their memory until the time is up: 30 MB for 3,000 requests.
 */
export type Timeout = (milliseconds: number, gone?: AbortSignal) => AbortSignal;

export const timeout: Timeout = (milliseconds, gone) => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds).unref();
  const abort = () => {
    clearTimeout(timer);
    controller.abort(gone?.reason);
  };
  gone?.addEventListener('abort', abort, { once: true });
  return controller.signal;
};

export function createStartCall(tools: Clocks & { timeout: Timeout }): StartCall {
  return (seconds = limits.requestTimeoutSeconds, gone) => {
    const [milliseconds, passed] = [seconds * 1_000, stopwatch(tools)];
    const left = () => milliseconds - passed();
    return { signal: tools.timeout(milliseconds, gone), left, mayBeStored: false };
  };
}

/** The state of a call that may take any time: one of the owner's commands. */
export function endlessCall(): CallState {
  return { signal: new AbortController().signal, left: () => Infinity, mayBeStored: false };
}

/**
 * Resolves with the promise's result, unless the signal is aborted first. The work itself is not stopped.
 * @param late creates the error that is thrown then
 */
export async function withDeadline<Result>(
  promise: Promise<Result>,
  signal: AbortSignal,
  late: () => Error,
): Promise<Result> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abort = () => reject(late());
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

const READ_DEADLINE_MS = 5_000;

/** The error for a database that takes too long. */
export function databaseLate(cause?: unknown): ApiError {
  const detail = 'The database is not responding.';
  return new ApiError('unavailable', detail, { retryAfter: 10, cause });
}

/**
 * Passes on the result of a read. One that takes too long counts as failed, so that a cached value can be used instead.
 * @throws ApiError unavailable if the read takes longer than the deadline
 */
export type ReadDeadline = <Result>(read: Promise<Result>) => Promise<Result>;

export const withReadDeadline: ReadDeadline = (read) =>
  withDeadline(read, AbortSignal.timeout(READ_DEADLINE_MS), databaseLate);

/** Passes on what responds to a request. @throws ApiError unavailable when the signal is aborted */
export function inTime<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  const detail = 'This took too long. Please try again.';
  const late = () =>
    signal.reason instanceof ApiError
      ? signal.reason
      : new ApiError('unavailable', detail, { retryAfter: 10 });
  return withDeadline(work, signal, late);
}
