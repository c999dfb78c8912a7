import type { Micros } from '../values/value.ts';

/**
 * The emulator's system time in microseconds. Each call returns a later time than the last,
 * so the time of a read is never that of a later commit.
 */
export class Clock {
  #last: Micros = 0;

  /** @returns a time later than all previous ones */
  tick(): Micros {
    this.#last = Math.max(Date.now() * 1_000, this.#last + 1);
    return this.#last;
  }

  /** Makes sure that every later time is after this one, for instance one read from a file. */
  advanceTo(time: Micros): void {
    this.#last = Math.max(this.#last, time);
  }
}
