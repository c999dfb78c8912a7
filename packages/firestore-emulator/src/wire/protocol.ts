import type { ServiceDefinition } from '@grpc/grpc-js';
import protobuf from 'protobufjs';
import type { Document } from '../values/value.ts';
import { FIRESTORE_PROTO } from './firestore-proto.ts';
import { message, systemTime, text, type Message } from './message.ts';
import { fromWireFields, toWireDocument } from './wire-value.ts';

/** A request and its size on the wire in bytes. */
export interface SizedRequest {
  readonly message: Message;
  readonly size: number;
}

interface Codec {
  readonly encode: (message: Message) => Buffer;
  /** @throws Error when the bytes are not a message of the type */
  readonly decode: (data: Uint8Array) => Message;
}

const SERVICE = 'google.firestore.v1.Firestore';
const { root } = protobuf.parse(FIRESTORE_PROTO);
const service = root.lookupService(SERVICE);

function codec(name: string): Codec {
  const type = service.lookupType(name);
  return {
    encode(content) {
      const { buffer, byteOffset, byteLength } = type.encode(type.fromObject(content)).finish();
      return Buffer.from(buffer, byteOffset, byteLength);
    },
    decode: (data) =>
      type.toObject(type.decode(data), { longs: String, enums: String, oneofs: true }),
  };
}

/** @returns the Firestore service, whose requests are SizedRequest */
export function firestoreService(): ServiceDefinition {
  return Object.fromEntries(
    service.methodsArray.map(({ name, requestType, responseType, ...streams }) => {
      const request = codec(requestType);
      const response = codec(responseType);
      const definition = {
        path: `/${SERVICE}/${name}`,
        requestStream: streams.requestStream === true,
        responseStream: streams.responseStream === true,
        requestSerialize: request.encode,
        requestDeserialize: (data: Buffer): SizedRequest => ({
          message: request.decode(data),
          size: data.length,
        }),
        responseSerialize: response.encode,
        responseDeserialize: response.decode,
      };
      return [name, definition];
    }),
  );
}

const documents = codec('Document');

/** @returns a google.firestore.v1.Document in bytes */
export function encodeDocument(document: Document): Buffer {
  return documents.encode(toWireDocument(document));
}

/**
 * Reads the result of encodeDocument.
 *
 * @throws Error when it is malformed
 */
export function decodeDocument(data: Uint8Array): Document {
  const wire = documents.decode(data);
  return {
    name: text(wire, 'name'),
    fields: fromWireFields(wire['fields']),
    createTime: systemTime(message(wire['createTime'], 'createTime')),
    updateTime: systemTime(message(wire['updateTime'], 'updateTime')),
  };
}
