import { importJokes, isEmpty } from '../seed/import-jokes.ts';
import { readConfig } from '../../functions/src/config.ts';
import { createContext, type Context } from '../../functions/src/context.ts';
import type { SeedJoke } from '../seed/index.ts';

/**
 * Fills an empty database. A database with jokes, or one that is being restored, stays unchanged. If this is
 * interrupted, the database still counts as empty.
 * @param environment the function's environment, which says where Firestore is
 * @param onProgress receives the number of jokes written so far
 * @returns the number of jokes written
 */
export async function seedDatabase(
  environment: Readonly<Record<string, string>>,
  jokes: readonly SeedJoke[],
  onProgress: (done: number) => void,
): Promise<number> {
  const context = openContext(environment);
  try {
    return (await isEmpty(context)) ? await importJokes(context, jokes, onProgress) : 0;
  } finally {
    await context.db.terminate();
  }
}

// The Firestore client reads the emulator's host from this process's environment when it is created.
function openContext(environment: Readonly<Record<string, string>>): Context {
  process.env['METADATA_SERVER_DETECTION'] ??= 'none';
  const name = 'FIRESTORE_EMULATOR_HOST';
  const before = process.env[name];
  process.env[name] = environment[name];
  try {
    return createContext({ config: readConfig(environment) });
  } finally {
    if (before === undefined) delete process.env[name];
    else process.env[name] = before;
  }
}
