import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { loadSync, type AnyDefinition, type ServiceDefinition } from '@grpc/proto-loader';
import { isMessage, type Message } from './message.ts';

const SERVICE = 'google.firestore.v1.Firestore';

/** A request and its size on the wire in bytes. */
export interface SizedRequest {
  readonly message: Message;
  readonly size: number;
}

function isService(definition: AnyDefinition | undefined): definition is ServiceDefinition {
  return definition !== undefined && typeof definition['format'] !== 'string';
}

/**
 * Loads the Firestore service from the protocol description inside @google-cloud/firestore.
 *
 * @returns the service, whose requests are SizedRequest
 */
export function loadFirestoreService(): ServiceDefinition {
  const entry = createRequire(import.meta.url).resolve('@google-cloud/firestore');
  const file = join(dirname(entry), '..', 'protos', 'v1.json');
  const service = loadSync(file, { longs: String, enums: String, oneofs: true })[SERVICE];
  if (!isService(service)) throw new Error(`${file} does not describe ${SERVICE}.`);
  return Object.fromEntries(
    Object.entries(service).map(([name, method]) => {
      const requestDeserialize = (data: Buffer): SizedRequest => {
        const message: unknown = method.requestDeserialize(data);
        return { message: isMessage(message) ? message : {}, size: data.length };
      };
      return [name, { ...method, requestDeserialize }];
    }),
  );
}
