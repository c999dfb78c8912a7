import type { Operation } from './route.ts';

/** An error that a call is to be answered with. */
export interface Fault {
  operation: Operation;
  /** Which call of that operation from now on, counted from 1; default 1. */
  call?: number;
  /** HTTP status, such as 503. */
  status: number;
  /** Whether the call does nothing, or takes effect and only its answer is lost. */
  when: 'before' | 'after';
}

/** The faults that are still to come. */
export class Faults {
  #pending: { fault: Fault; callsLeft: number }[] = [];

  inject(fault: Fault): void {
    this.#pending.push({ fault, callsLeft: fault.call ?? 1 });
  }

  clear(): void {
    this.#pending = [];
  }

  /** Counts one call of `operation`. @returns the fault that meets it, which is then used up */
  next(operation: Operation): Fault | null {
    const counted = this.#pending.filter(({ fault }) => fault.operation === operation);
    for (const entry of counted) entry.callsLeft -= 1;
    const due = counted.find(({ callsLeft }) => callsLeft === 0);
    if (due === undefined) return null;
    this.#pending = this.#pending.filter((entry) => entry !== due);
    return due.fault;
  }
}
