import { randomUUID } from 'node:crypto';
import { credentials } from '@grpc/grpc-js';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore, v1, type Firestore, type Settings } from 'firebase-admin/firestore';

process.env['METADATA_SERVER_DETECTION'] = 'none';

const projectId = 'demo-conformance';

/** The resource name of the suite's database, for raw requests. */
export const databaseName = `projects/${projectId}/databases/(default)`;

/** An open Admin SDK client. */
export interface Connection extends AsyncDisposable {
  readonly db: Firestore;
}

/**
 * Opens the unmodified Admin SDK on an emulator, in a separate app.
 *
 * @param host `address:port` of the emulator.
 * @param settings settings for the client.
 */
export function openFirestore(host: string, settings?: Settings): Connection {
  const before = process.env['FIRESTORE_EMULATOR_HOST'];
  process.env['FIRESTORE_EMULATOR_HOST'] = host;
  const app = initializeApp({ projectId }, `conformance-${randomUUID()}`);
  const db = getFirestore(app);
  if (before === undefined) delete process.env['FIRESTORE_EMULATOR_HOST'];
  else process.env['FIRESTORE_EMULATOR_HOST'] = before;
  if (settings !== undefined) db.settings(settings);
  return {
    db,
    async [Symbol.asyncDispose]() {
      await db.terminate();
      await deleteApp(app);
    },
  };
}

/** Call options of a raw request that carries the admin bearer. */
export const asAdmin = { otherArgs: { headers: { authorization: 'Bearer owner' } } };

/**
 * Opens the generated v1 client, which sends exactly the requests it is given, without a bearer.
 *
 * @param host `address:port` of the emulator.
 */
export function openRaw(host: string): InstanceType<typeof v1.FirestoreClient> & AsyncDisposable {
  const [servicePath, port] = host.split(':');
  const client = new v1.FirestoreClient({
    projectId,
    servicePath: servicePath ?? '',
    port: Number(port),
    sslCreds: credentials.createInsecure(),
  });
  return Object.assign(client, { [Symbol.asyncDispose]: async () => client.close() });
}

/** Reads a raw call's stream of responses to its end. @throws the error that ends it. */
export async function responses(stream: AsyncIterable<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const response of stream) all.push(response);
  return all;
}
