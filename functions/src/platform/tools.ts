import type { Config } from '../config.ts';
import type { Firestore } from './database.ts';
import type { Log } from './log.ts';
import type { ReadDeadline } from './deadline.ts';
import type { ReportMalformed } from './stored-document.data.ts';
import type { Transact } from './transact.ts';

/** What every service can use; tests replace them. */
export interface Tools {
  config: Config;
  db: Firestore;
  /** called with each malformed document */
  report: ReportMalformed;
  withReadDeadline: ReadDeadline;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment; unlike the clock, it is never set */
  monotonic: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  log: Log;
}
