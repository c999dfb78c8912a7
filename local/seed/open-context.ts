import { readConfig } from '../../functions/src/config.ts';
import { createContext, type Context } from '../../functions/src/site.ts';
import { writeLine } from '../../functions/src/platform/log.ts';

/** Where Google's clients look for emulators when they are created. */
const HOSTS = [
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
] as const;

function setHosts(environment: Readonly<NodeJS.ProcessEnv>): void {
  for (const name of HOSTS) {
    const host = environment[name];
    if (host === undefined) delete process.env[name];
    else process.env[name] = host;
  }
}

/**
 * Opens the function's dependencies in this process.
 * @param environment the function's environment, which says where the emulators are
 * @param withBucket whether to open the bucket of images, too
 */
export async function openContext(
  environment: Readonly<Record<string, string>>,
  withBucket = false,
): Promise<Context> {
  process.env['METADATA_SERVER_DETECTION'] ??= 'none';
  const before = { ...process.env };
  setHosts(environment);
  try {
    const log: Context['log'] = (entry) => {
      if (entry.severity !== 'INFO') writeLine(entry);
    };
    const context = createContext({ config: readConfig(environment), log });
    if (withBucket) await context.bucket();
    return context;
  } finally {
    setHosts(before);
  }
}
