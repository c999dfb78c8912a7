import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { answerCall, type Answer, type StorageState } from './call.ts';
import { Faults, type Fault } from './faults.ts';
import { ObjectStore } from './object-store.ts';
import { ResumableUploads } from './resumable-uploads.ts';
import { parseRoute, type Operation, type Route } from './route.ts';
import { StorageError } from './storage-error.ts';

export type { Fault } from './faults.ts';
export type { Operation } from './route.ts';

export interface StorageEmulatorOptions {
  /** Default: any free one. */
  port?: number;
  /** Where objects are kept; default: nowhere beyond stop(). */
  dataDirectory?: string;
  /** The buckets that exist. */
  buckets?: readonly string[];
}

/** A call that was answered. */
export interface StorageCall {
  operation: Operation;
  bucket: string;
  /** The object's name; empty where the call concerns none. */
  name: string;
  /** HTTP status of the answer. */
  status: number;
}

export interface StorageEmulator {
  /** Such as `127.0.0.1:9199`, for FIREBASE_STORAGE_EMULATOR_HOST. */
  readonly host: string;
  /** The calls since the start or the last reset, in the order of their answers. */
  records(): readonly StorageCall[];
  resetRecords(): void;
  /** Has one call to come answered with an error. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Deletes all objects and forgets the uploads under way. */
  clear(): void;
  stop(): Promise<void>;
}

/**
 * Starts a Cloud Storage on loopback that speaks the JSON API to the unmodified firebase-admin.
 * @throws the listening error, such as EADDRINUSE
 */
export async function startStorageEmulator(
  options: StorageEmulatorOptions = {},
): Promise<StorageEmulator> {
  const { dataDirectory, buckets = ['demo-chuck-norris-facts.appspot.com'] } = options;
  const directory = dataDirectory ?? mkdtempSync(join(tmpdir(), 'storage-emulator-'));
  const state = { store: new ObjectStore(directory), uploads: new ResumableUploads() };
  const faults = new Faults();
  let records: StorageCall[] = [];

  const server = createServer((request, response) => {
    void answer(request, { buckets, state, faults }).then(({ route, ...result }) => {
      const { operation, bucket, name } = route ?? {};
      if (operation !== undefined) {
        records.push({ operation, bucket: bucket ?? '', name: name ?? '', status: result.status });
      }
      return send(response, result);
    });
  });
  server.listen(options.port ?? 0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');

  return {
    host: `127.0.0.1:${address.port}`,
    records: () => records,
    resetRecords() {
      records = [];
    },
    inject: (fault) => faults.inject(fault),
    clearFaults: () => faults.clear(),
    clear() {
      state.store.clear();
      state.uploads.clear();
    },
    async stop() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      if (dataDirectory === undefined) rmSync(directory, { recursive: true });
    },
  };
}

interface Parts {
  buckets: readonly string[];
  state: StorageState;
  faults: Faults;
}

async function answer(
  request: IncomingMessage,
  { buckets, state, faults }: Parts,
): Promise<Answer & { route: Route | null }> {
  let route: Route | null = null;
  try {
    const body = await buffer(request);
    refuseBrowsers(request);
    route = parseRoute(request.method ?? '', request.url ?? '');
    const fault = faults.next(route.operation);
    if (fault?.when === 'before') throw injected(fault);
    for (const bucket of [route.bucket, route.target?.bucket ?? route.bucket]) {
      if (!buckets.includes(bucket)) {
        throw new StorageError(404, 'notFound', 'The specified bucket does not exist.');
      }
    }
    const result = answerCall({ ...route, headers: request.headers, body }, state);
    if (fault !== null) throw injected(fault);
    return { ...result, route };
  } catch (error) {
    const known =
      error instanceof StorageError ? error : new StorageError(500, 'internalError', String(error));
    return { status: known.status, body: known, route };
  }
}

// The Admin SDK sends no credential to an emulator, so none can be asked for. The rules grant a
// browser nothing; what comes from a page is told by the headers that browsers add.
function refuseBrowsers({ headers }: IncomingMessage): void {
  if (headers.origin !== undefined || headers['sec-fetch-site'] !== undefined) {
    throw new StorageError(403, 'forbidden', 'The rules deny every access from a browser.');
  }
}

function injected({ status }: Fault): StorageError {
  return new StorageError(status, 'injected', 'This error was injected.');
}

function send(response: ServerResponse, { status, headers = {}, body }: Answer): void {
  if (body === undefined || body instanceof Uint8Array) {
    response.writeHead(status, body === undefined ? { ...headers, 'content-length': 0 } : headers);
    response.end(body);
    return;
  }
  const json = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'content-length': Buffer.byteLength(json),
    ...headers,
  });
  response.end(json);
}
