import type { Operation } from './route.ts';

/** An error to answer a call with. */
export interface Fault {
  operation: Operation;
  /** Which call of that operation fails, counted from 1 from now on; default 1. */
  call?: number;
  /** HTTP status, such as 503. */
  status: number;
  /** `before`: the call has no effect; `after`: only its answer is lost. */
  when: 'before' | 'after';
}

/** The faults that have not been used yet. */
export class Faults {
  #pending: { fault: Fault; callsLeft: number }[] = [];

  inject(fault: Fault): void {
    this.#pending.push({ fault, callsLeft: fault.call ?? 1 });
  }

  clear(): void {
    this.#pending = [];
  }

  /** Counts one call of `operation`. @returns the fault for it, which is then used up */
  next(operation: Operation): Fault | null {
    const counted = this.#pending.filter(({ fault }) => fault.operation === operation);
    for (const entry of counted) entry.callsLeft -= 1;
    const due = counted.find(({ callsLeft }) => callsLeft === 0);
    if (due === undefined) return null;
    this.#pending = this.#pending.filter((entry) => entry !== due);
    return due.fault;
  }
}
