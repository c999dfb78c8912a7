// Deletes the picture files that no joke points to, as a crash can leave them. Works on what the
// environment names: a project (GCLOUD_PROJECT, FIREBASE_CONFIG for its bucket, and Google's default
// credentials) or the local stack (FIRESTORE_EMULATOR_HOST, FIREBASE_STORAGE_EMULATOR_HOST).
import { createContext } from '../functions/src/context.ts';
import { createServices } from '../functions/src/services.ts';

/** Younger files may belong to a generation that is running. */
const HOUR_MS = 60 * 60 * 1_000;

const context = createContext();
const deleted = await createServices(context).images.sweepOrphans(HOUR_MS);
process.stdout.write(`${deleted} files that no joke points to were deleted.\n`);
await context.db.terminate();
