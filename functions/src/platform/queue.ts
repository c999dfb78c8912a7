import PQueue from 'p-queue';
import { ApiError } from '../contract/index.ts';

interface Options {
  /** how many tasks run at once; more would only take longer, and hold up everything else */
  atOnce?: number;
  /** how many more may wait */
  places?: number;
  /** how many of these places only urgent tasks get */
  urgentPlaces?: number;
  /** why a task that finds no place is refused */
  full?: string;
}

interface TaskOptions {
  signal?: AbortSignal;
  isUrgent?: boolean;
  /** whether it only runs if no other task runs or waits */
  ifIdle?: boolean;
}

/**
 * A queue that runs its tasks in order, urgent ones first.
 * @returns runs a task when it is its turn, unless its signal is aborted while it waits, which frees its place; throws
 *   ApiError unavailable if it finds no place, or if it is for an idle queue and another task is there
 */
export function createQueue({
  atOnce = 1,
  places = 1_000,
  urgentPlaces = 0,
  full = 'Too many others wait for a response.',
}: Options = {}) {
  const queue = new PQueue({ concurrency: atOnce });
  return <Result>(
    task: () => Promise<Result>,
    { signal, isUrgent = false, ifIdle = false }: TaskOptions = {},
  ): Promise<Result> => {
    const isBusy = ifIdle && queue.size + queue.pending > 0;
    if (isBusy || queue.size >= (isUrgent ? places : places - urgentPlaces)) {
      const detail = `${full} Please try again.`;
      throw new ApiError('unavailable', detail, { retryAfter: 5, shed: true });
    }
    const waiting = new AbortController();
    const leave = () => waiting.abort(signal?.reason);
    if (signal?.aborted) leave();
    signal?.addEventListener('abort', leave);
    const start = () => {
      // Nothing stops a task that runs, so it keeps its place.
      signal?.removeEventListener('abort', leave);
      return task();
    };
    return queue.add(start, { priority: isUrgent ? 1 : 0, signal: waiting.signal });
  };
}
