import { join } from 'node:path';
import { availableMemory } from './catalog/memory.ts';
import { readConfig, type Config } from './config.ts';
import { openDatabase, type Firestore } from './platform/database/database.ts';
import { createReadDeadline, type ReadDeadline } from './platform/database/read-deadline.ts';
import type { ImageGenerator } from './features/images/image-generator.ts';
import { bucketOpener, type OpenBucket } from './platform/bucket.data.ts';
import { makeSizes, type MakeSizes } from './features/images/image-sizes.ts';
import { sceneGenerator } from './features/images/scenes/scene-generator.ts';
import { createVertexGenerator } from './features/images/vertex-generator.ts';
import { rendererIn, type LoadRenderer } from './features/pages/screens.service.ts';
import type { Identify } from './identity.ts';
import { writeLine, type Log } from './platform/logging/log.ts';
import { passwordHasher, type PasswordHasher } from './features/sessions/password-hasher.ts';

/** The application's dependencies. Tests can replace any of them. */
export interface Context {
  config: Config;
  db: Firestore;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment; unlike the clock, it is never set */
  monotonic: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  passwords: PasswordHasher;
  /** replaces the check of bearers by sessions and Firebase Auth */
  identify: Identify | undefined;
  /** opens the bucket of images when it is first needed */
  bucket: OpenBucket;
  imageGenerator: ImageGenerator;
  makeSizes: MakeSizes;
  loadRenderer: LoadRenderer;
  /** how many bytes this process may use */
  memory: number;
  /** called with work that goes on beside requests, and never rejects */
  beside: (work: Promise<unknown>) => void;
  log: Log;
}

/** Vertex AI in production; drawn scenes, which need no account, on the emulators. */
function createImageGenerator(config: Config): ImageGenerator {
  if (config.onEmulators) return sceneGenerator;
  return createVertexGenerator({
    project: config.projectId,
    location: config.imageLocation,
    model: config.imageModel,
  });
}

/** The dependencies of this process, except those in `replaced`. */
export function createContext(replaced: Partial<Context> = {}): Context {
  const config = replaced.config ?? readConfig(process.env);
  return {
    config,
    db: replaced.db ?? openDatabase(config),
    withReadDeadline: replaced.withReadDeadline ?? createReadDeadline(),
    clock: replaced.clock ?? Date.now,
    monotonic: replaced.monotonic ?? (() => performance.now()),
    random: replaced.random ?? Math.random,
    passwords: replaced.passwords ?? passwordHasher,
    identify: replaced.identify,
    bucket: replaced.bucket ?? bucketOpener(config),
    imageGenerator: replaced.imageGenerator ?? createImageGenerator(config),
    makeSizes: replaced.makeSizes ?? makeSizes,
    // Next to the bundle.
    loadRenderer: replaced.loadRenderer ?? rendererIn(join(import.meta.dirname, 'renderer')),
    memory: replaced.memory ?? availableMemory(),
    beside: replaced.beside ?? (() => undefined),
    log: replaced.log ?? writeLine,
  };
}
