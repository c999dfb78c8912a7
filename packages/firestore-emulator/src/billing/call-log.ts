import type { Cost } from './billing.ts';
import type { CallRecord, CallTotals } from '../interface.ts';
import { Code } from '../status.ts';

const MAX_RECORDS = 100_000;
const NO_TOTALS: CallTotals = { calls: 0, commits: 0, reads: 0, writes: 0, deletes: 0 };

/** Records the last 100,000 calls, and totals of all. */
export class CallLog {
  #records: CallRecord[] = [];
  #totals = NO_TOTALS;

  /**
   * @param applied whether the call took effect, which is possible even when it answers an error
   */
  add(rpc: string, detail: string, code: number, cost: Cost, applied = code === Code.OK): void {
    const { reads, writes, deletes } = cost;
    this.#records.push({ rpc, detail, reads, writes, deletes, code });
    if (this.#records.length > 2 * MAX_RECORDS) this.#records = this.records();
    const totals = this.#totals;
    this.#totals = {
      calls: totals.calls + 1,
      commits: totals.commits + (rpc === 'Commit' && applied ? 1 : 0),
      reads: totals.reads + reads,
      writes: totals.writes + writes,
      deletes: totals.deletes + deletes,
    };
  }

  /** @returns the last calls, oldest first */
  records(): CallRecord[] {
    return this.#records.slice(-MAX_RECORDS);
  }

  /** @returns the sums */
  totals(): CallTotals {
    return this.#totals;
  }

  /** Removes all records and totals. */
  reset(): void {
    this.#records = [];
    this.#totals = NO_TOTALS;
  }
}
