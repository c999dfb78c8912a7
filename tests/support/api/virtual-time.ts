import { siteTime } from '../api-site.ts';

/** A clock and timers for an instance, which a test moves. */
export function createTime() {
  let now = siteTime();
  const timers = new Set<{ at: number; controller: AbortController }>();
  return {
    /** the parts of an instance to replace */
    replaced: {
      clock: () => now,
      timeout(milliseconds: number, gone?: AbortSignal): AbortSignal {
        const controller = new AbortController();
        timers.add({ at: now + milliseconds, controller });
        gone?.addEventListener('abort', () => controller.abort(gone.reason));
        return controller.signal;
      },
    },
    /** How many signals will be aborted when so much time has passed. */
    waiting: (milliseconds: number): number =>
      [...timers].filter(({ at }) => at === now + milliseconds).length,
    pass(milliseconds: number): void {
      now += milliseconds;
      for (const timer of timers) {
        if (timer.at > now) continue;
        timers.delete(timer);
        timer.controller.abort();
      }
    },
  };
}
