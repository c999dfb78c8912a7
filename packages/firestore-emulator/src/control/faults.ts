import type { Fault } from '../interface.ts';
import { isMessage } from '../wire/message.ts';

/** The faults that still apply to calls. */
export class Faults {
  #waiting: { readonly fault: Fault; seen: number }[] = [];

  /** @throws Error when the fault is invalid */
  inject(fault: Fault): void {
    const { nth = 1, times = 1, code } = fault;
    const isCount = (n: number): boolean => Number.isInteger(n) && n >= 1;
    if (!isCount(nth)) throw new Error('nth must be a whole number from 1.');
    if (!isCount(times) && times !== Infinity)
      throw new Error('times must be a whole number from 1.');
    if (!isCount(code) || code > 16) throw new Error('code must be a gRPC error code, 1 to 16.');
    this.#waiting.push({ fault, seen: 0 });
  }

  /** Removes all faults. */
  clear(): void {
    this.#waiting = [];
  }

  /** Counts a call for all faults that match it. @returns the first one that applies */
  next(rpc: string): Fault | null {
    let hit: Fault | null = null;
    for (const entry of this.#waiting) {
      const { rpc: wanted, nth = 1 } = entry.fault;
      if (wanted !== undefined && wanted !== rpc) continue;
      entry.seen += 1;
      if (entry.seen >= nth) hit ??= entry.fault;
    }
    this.#waiting = this.#waiting.filter(
      ({ seen, fault: { nth = 1, times = 1 } }) => seen < nth + times - 1,
    );
    return hit;
  }
}

/**
 * Reads a fault from JSON, where `"times": "Infinity"` stands for all calls.
 *
 * @throws Error that says what is wrong
 */
export function parseFault(json: unknown): Fault {
  if (!isMessage(json)) throw new Error('A fault must be an object.');
  const { rpc, nth, times, code, when, ...unknown } = json;
  const [key] = Object.keys(unknown);
  if (key !== undefined) throw new Error(`Unknown key "${key}".`);
  if (rpc !== undefined && typeof rpc !== 'string') throw new Error('rpc must be a string.');
  if (nth !== undefined && typeof nth !== 'number') throw new Error('nth must be a number.');
  const count = times === 'Infinity' ? Infinity : times;
  if (count !== undefined && typeof count !== 'number') throw new Error('times must be a number.');
  if (typeof code !== 'number') throw new Error('code must be a number.');
  if (when !== 'before' && when !== 'after') throw new Error('when must be "before" or "after".');
  return { rpc, nth, times: count, code, when };
}
