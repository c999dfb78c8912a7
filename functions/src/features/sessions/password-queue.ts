import { ApiError } from '../../contract/index.ts';

/**
 * How many jobs may wait, including the running one. At about 0.4 s each, the last one still finishes
 * before its request times out.
 */
const PLACES = 16;
/** Additional places for urgent jobs. */
const URGENT_PLACES = 4;

/** The error for a password that can't be hashed in time. */
export function overloaded(): ApiError {
  return new ApiError('unavailable', 'Too many people are signing in. Please try again.', {
    retryAfter: 5,
  });
}

/**
 * Runs one job at a time.
 * @param urgent runs before all jobs that are not urgent, and has reserved places
 * @throws ApiError unavailable when the queue is full
 */
export type PasswordQueue = <Result>(
  job: () => Promise<Result>,
  urgent: boolean,
) => Promise<Result>;

export function createPasswordQueue(): PasswordQueue {
  const urgentJobs: (() => Promise<void>)[] = [];
  const otherJobs: (() => Promise<void>)[] = [];
  let places = 0;

  async function drain(): Promise<void> {
    const next = () => urgentJobs.shift() ?? otherJobs.shift();
    for (let job = next(); job; job = next()) {
      await job();
      places -= 1;
    }
  }

  return (job, urgent) =>
    new Promise((resolve, reject) => {
      if (places >= (urgent ? PLACES + URGENT_PLACES : PLACES)) {
        reject(overloaded());
        return;
      }
      places += 1;
      (urgent ? urgentJobs : otherJobs).push(() => job().then(resolve, reject));
      if (places === 1) void drain();
    });
}
