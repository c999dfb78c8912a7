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
import { checkRules } from './rules.ts';
import { parseRoute, type Operation, type Route } from './route.ts';
import { denied, notImplemented, StorageError } from './storage-error.ts';

export { deniesEverything } from './rules.ts';
export type { Fault } from './faults.ts';
export type { Operation } from './route.ts';

export interface StorageEmulatorOptions {
  /** Port on 127.0.0.1; 0 (the default) picks a free one. */
  port?: number | undefined;
  /** The folder that objects are saved in. Default: they are deleted by stop(). */
  dataDirectory?: string | undefined;
  /** The buckets that exist. Default: every bucket that a call names. */
  buckets?: readonly string[] | undefined;
  /**
   * Path of storage.rules. The only rules that are supported deny everything, which is also what
   * happens without a file.
   */
  rulesFile?: string | undefined;
}

/** A call that was answered. */
export interface StorageCall {
  operation: Operation;
  bucket: string;
  /** The object's name; empty if the call is not about an object. */
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
  /** Answers a later call with an error. */
  inject(fault: Fault): void;
  clearFaults(): void;
  /** Deletes all objects and uploads in progress. */
  clear(): void;
  stop(): Promise<void>;
}

/**
 * Starts a Cloud Storage emulator on the loopback interface, for the unmodified firebase-admin.
 * @throws {Error} when the rules are not supported, the data can't be read or the port is in use
 */
export async function startStorageEmulator(
  options: StorageEmulatorOptions = {},
): Promise<StorageEmulator> {
  const { dataDirectory, buckets, rulesFile } = options;
  if (rulesFile !== undefined) checkRules(rulesFile);
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
  buckets: readonly string[] | undefined;
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
    refuseClients(request);
    if (Object.keys(request.headers).some((name) => ENCRYPTION.test(name))) {
      throw notImplemented('encryption keys of the client (x-goog-encryption-…)');
    }
    route = parseRoute(request.method ?? '', request.url ?? '');
    const fault = faults.next(route.operation);
    if (fault?.when === 'before') throw injected(fault);
    for (const bucket of [route.bucket, route.target?.bucket ?? route.bucket]) {
      if (buckets?.includes(bucket) === false) {
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

// The Admin SDK sends no credential to an emulator, but a header that the client SDKs lack when they call /v0/.
// Browsers add headers of their own. A download URL works for everyone, because it contains a token.
function refuseClients({ headers, method, url = '' }: IncomingMessage): void {
  if (method === 'GET' && /^\/v0\/[^?]*\?alt=media&token=/.test(url)) return;
  const fromBrowser = headers.origin !== undefined || headers['sec-fetch-site'] !== undefined;
  const fromAdmin = headers['x-goog-api-client'] !== undefined;
  if (fromBrowser || (url.startsWith('/v0/') && !fromAdmin)) throw denied();
}

const ENCRYPTION = /^x-goog-(?:copy-source-)?encryption-/;

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
