import { ApiError } from '../../contract/index.ts';

/** Jobs that may wait for the thread, the running one included; at some 0.4 s each the last one is in time. */
const PLACES = 16;
/** Further places for urgent ones. */
const URGENT_PLACES = 4;

/** The answer to a password for which there is no time. */
export function overloaded(): ApiError {
  return new ApiError('unavailable', 'Too many people are signing in. Please try again.', {
    retryAfter: 5,
  });
}

/**
 * Runs a job when it is its turn, one at a time.
 * @param urgent goes before all that are not, and finds a place when those don't
 * @throws ApiError unavailable when too many wait already
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
