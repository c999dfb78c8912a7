import { applicationDefault } from 'firebase-admin/app';
import { openLocalData } from '../../local/stack/emulators/data-emulators.ts';
import { readConfig } from '../../functions/src/config.ts';
import { createContext, type Context } from '../../functions/src/context.ts';

/** The site on which a command works. */
export interface OpenedSite {
  /** a phrase that says which site it is */
  name: string;
  context: Context;
  close(): Promise<void>;
}

const EMULATORS = [
  'FIRESTORE_EMULATOR_HOST',
  'FIREBASE_STORAGE_EMULATOR_HOST',
  'STORAGE_EMULATOR_HOST',
  'FIREBASE_AUTH_EMULATOR_HOST',
];
/** https://cloud.google.com/resource-manager/docs/creating-managing-projects */
const PROJECT_ID = /^[a-z][a-z0-9-]{4,28}[a-z0-9]$/;

/** @throws {Error} says how to sign in; the SDK would end the process with a stack trace */
async function assertCredentials(): Promise<void> {
  try {
    await applicationDefault().getAccessToken();
  } catch (cause) {
    throw new Error(
      'No Google Cloud credentials found. To sign in: gcloud auth application-default login',
      { cause },
    );
  }
}

async function openProject(projectId: string, storageBucket?: string): Promise<OpenedSite> {
  if (!PROJECT_ID.test(projectId)) throw new Error(`"${projectId}" is not a valid project id.`);
  if (projectId.startsWith('demo-')) {
    throw new Error('Projects named demo-… exist only on the local stack: leave out --project.');
  }
  const set = EMULATORS.filter((name) => process.env[name] !== undefined);
  if (set.length > 0) {
    throw new Error(
      `--project selects a real project, but ${set.join(' and ')} ${set.length === 1 ? 'names an emulator' : 'name emulators'}.`,
    );
  }
  // The bootstrap turns off the metadata server, which may hold the credentials.
  delete process.env['METADATA_SERVER_DETECTION'];
  await assertCredentials();
  const FIREBASE_CONFIG = JSON.stringify({ projectId, storageBucket });
  const config = readConfig({ GCLOUD_PROJECT: projectId, FIREBASE_CONFIG });
  const context = createContext({ config });
  return {
    name: `the project ${projectId} with the bucket ${config.storageBucket}`,
    context,
    close: () => context.db.terminate(),
  };
}

/**
 * Opens the site on which a command works: a real project only if it is named, with Google's default
 * credentials; otherwise the local stack, whatever the environment says.
 * @param target the project's id, and its bucket if that is not the default one
 * @throws {Error} a message for the operator
 */
export async function openSite(target: {
  project?: string | undefined;
  bucket?: string | undefined;
}): Promise<OpenedSite> {
  const { project, bucket } = target;
  if (project !== undefined) return openProject(project, bucket);
  if (bucket !== undefined) throw new Error('--bucket needs a real project: add --project <id>.');
  const localData = await openLocalData();
  const { name, environment } = localData;
  for (const variable of EMULATORS) delete process.env[variable];
  Object.assign(process.env, environment);
  const context = createContext({ config: readConfig(environment) });
  return {
    name,
    context,
    async close() {
      await context.db.terminate();
      await localData.stop();
    },
  };
}
