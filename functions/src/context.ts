import { logger } from 'firebase-functions';
import { readConfig, type Config } from './config.ts';
import { openDatabase, type Firestore } from './database/database.ts';
import { refuseEveryBearer, type Identify } from './sessions/identity.ts';

/** One structured log line (Cloud Logging's JSON). */
export type Log = (entry: {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  message: string;
  [field: string]: unknown;
}) => void;

/** What the application is built from. A test replaces any part. */
export interface Context {
  config: Config;
  db: Firestore;
  /** milliseconds since the epoch */
  clock: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  identify: Identify;
  log: Log;
}

/** The context of this process, with the parts in `replaced` instead of its own. */
export function createContext(replaced: Partial<Context> = {}): Context {
  const config = replaced.config ?? readConfig(process.env);
  return {
    config,
    db: replaced.db ?? openDatabase(config),
    clock: replaced.clock ?? Date.now,
    random: replaced.random ?? Math.random,
    identify: replaced.identify ?? refuseEveryBearer,
    log: replaced.log ?? ((entry) => logger.write(entry)),
  };
}
