import { applicationDefault } from 'firebase-admin/app';
import { openLocalStores } from '../local/stack/local-stores.ts';
import { readConfig } from '../functions/src/config.ts';
import { createContext, type Context } from '../functions/src/context.ts';

/** A site that a command works on. */
export interface OpenedSite {
  /** which it is, in a phrase */
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

/** @throws Error that says how to sign in; the SDK would end the process with a stack */
async function assertCredentials(): Promise<void> {
  try {
    await applicationDefault().getAccessToken();
  } catch (cause) {
    throw new Error(
      'There are no credentials of Google’s. To sign in: gcloud auth application-default login',
      { cause },
    );
  }
}

async function openProject(projectId: string, storageBucket?: string): Promise<OpenedSite> {
  if (!PROJECT_ID.test(projectId)) throw new Error(`"${projectId}" is no project id.`);
  if (projectId.startsWith('demo-')) {
    throw new Error('Projects named demo-… are on the local stack alone: leave out --project.');
  }
  const set = EMULATORS.filter((name) => process.env[name] !== undefined);
  if (set.length > 0) {
    throw new Error(`--project means a real project, but ${set.join(' and ')} names an emulator.`);
  }
  // The bootstrap turns the metadata server off, which may be where the credentials are.
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
 * Opens the site that a command names: a real project only by its name, with Google's default
 * credentials; otherwise the local stack, whatever the environment says.
 * @param target the project, and its bucket if that is not the one of its name
 * @throws Error what to tell the operator
 */
export async function openSite(target: {
  project?: string | undefined;
  bucket?: string | undefined;
}): Promise<OpenedSite> {
  const { project, bucket } = target;
  if (project !== undefined) return openProject(project, bucket);
  if (bucket !== undefined)
    throw new Error('--bucket is for a real project; name it by --project.');
  const stores = await openLocalStores();
  const { name, environment } = stores;
  for (const variable of EMULATORS) delete process.env[variable];
  Object.assign(process.env, environment);
  const context = createContext({ config: readConfig(environment) });
  return {
    name,
    context,
    async close() {
      await context.db.terminate();
      await stores.stop();
    },
  };
}
