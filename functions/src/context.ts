import { join } from 'node:path';
import { readConfig, type Config } from './config.ts';
import { openDatabase, type Firestore } from './database/database.ts';
import { chooseImageGenerator } from './features/images/choose-generator.ts';
import type { ImageGenerator } from './features/images/image-generator.ts';
import { bucketOpener, type OpenBucket } from './features/images/open-bucket.ts';
import type { Identify } from './identity.ts';
import { writeLine, type Log } from './logging/log.ts';
import { passwordHasher, type PasswordHasher } from './features/sessions/password-hasher.ts';

/** What the application is built from. A test replaces any part. */
export interface Context {
  config: Config;
  db: Firestore;
  /** milliseconds since the epoch */
  clock: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  passwords: PasswordHasher;
  /** tells whose bearer a request carries, in place of the sessions and Firebase Auth */
  identify: Identify | undefined;
  /** The bucket for pictures, opened when it is first needed. */
  bucket: OpenBucket;
  imageGenerator: ImageGenerator;
  /** The folder with the templates of pages, which the build of the site fills. */
  pagesFolder: string;
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
    passwords: replaced.passwords ?? passwordHasher,
    identify: replaced.identify,
    bucket: replaced.bucket ?? bucketOpener(config),
    imageGenerator: replaced.imageGenerator ?? chooseImageGenerator(config),
    // Beside the bundle.
    pagesFolder: replaced.pagesFolder ?? join(import.meta.dirname, 'pages'),
    log: replaced.log ?? writeLine,
  };
}
