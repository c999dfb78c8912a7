import {
  Metadata,
  Server,
  ServerCredentials,
  type handleServerStreamingCall,
  type handleUnaryCall,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
  type UntypedServiceImplementation,
} from '@grpc/grpc-js';
import { isAdmin, permissionDenied } from './authorization.ts';
import { FREE, type Cost } from '../billing/billing.ts';
import type { Rpc, Service } from './call.ts';
import type { CallLog } from '../billing/call-log.ts';
import * as documents from './document-rpcs.ts';
import type { Faults } from '../control/faults.ts';
import { loadFirestoreService, type SizedRequest } from '../wire/protocol.ts';
import * as queries from './query-rpcs.ts';
import { answerListen, answerWrite } from './client-streams.ts';
import { Code, invalidArgument, RpcError, statusOf, unimplemented } from '../status.ts';
import type { Message } from '../wire/message.ts';
import * as writes from './write-rpcs.ts';

type UnaryCall = ServerUnaryCall<SizedRequest, Message>;
type StreamingCall = ServerWritableStream<SizedRequest, Message>;

const MAX_REQUEST_BYTES = 10 * 1024 * 1024;

const refused =
  (what: string): Rpc =>
  () => {
    throw unimplemented(what);
  };

const UNARY: Readonly<Record<string, Rpc>> = {
  GetDocument: documents.getDocument,
  ListDocuments: documents.listDocuments,
  ListCollectionIds: documents.listCollectionIds,
  BeginTransaction: documents.beginTransaction,
  Rollback: documents.rollback,
  Commit: writes.commit,
  BatchWrite: writes.batchWrite,
  CreateDocument: writes.createDocument,
  UpdateDocument: writes.updateDocument,
  DeleteDocument: writes.deleteDocument,
  PartitionQuery: refused('PartitionQuery'),
};

const STREAMING: Readonly<Record<string, Rpc>> = {
  BatchGetDocuments: documents.batchGetDocuments,
  RunQuery: queries.runQuery,
  RunAggregationQuery: queries.runAggregationQuery,
  ExecutePipeline: refused('ExecutePipeline'),
};

/** The parts of the gRPC server. */
export interface ServerParts {
  readonly service: Service;
  readonly log: CallLog;
  readonly faults: Faults;
}

/** Builds the gRPC server; it does not listen yet. */
export function createGrpcServer(parts: ServerParts): Server {
  const server = new Server({
    // Requests over the limit are received, so that they can be refused as production does.
    'grpc.max_receive_message_length': 4 * MAX_REQUEST_BYTES,
    'grpc.max_send_message_length': -1,
  });
  const implementation: UntypedServiceImplementation = {
    Listen: answerListen(parts.log),
    Write: answerWrite(parts.log),
  };
  for (const [name, rpc] of Object.entries(UNARY)) implementation[name] = unary(parts, name, rpc);
  for (const [name, rpc] of Object.entries(STREAMING)) {
    implementation[name] = streaming(parts, name, rpc);
  }
  server.addService(loadFirestoreService(), implementation);
  return server;
}

/** Binds the server to a port of the loopback interface. @returns the port */
export async function listen(server: Server, port: number): Promise<number> {
  return await new Promise((resolve, reject) => {
    server.bindAsync(`127.0.0.1:${port}`, ServerCredentials.createInsecure(), (error, bound) => {
      if (error)
        reject(new Error(`Can't listen on port ${port}: ${error.message}`, { cause: error }));
      else resolve(bound);
    });
  });
}

/** Checks who calls, runs the call and records it. @returns the messages to answer */
async function answer(
  { service, log, faults }: ServerParts,
  name: string,
  rpc: Rpc,
  call: UnaryCall | StreamingCall,
): Promise<readonly Message[]> {
  const { message, size } = call.request;
  const controller = new AbortController();
  call.on('cancelled', () => controller.abort());
  let detail = '';
  let cost: Cost = FREE;
  let applied = false;
  try {
    if (!isAdmin(call.metadata)) throw permissionDenied();
    const fault = faults.next(name);
    const injected = fault && new RpcError(fault.code, 'This fault was injected.');
    const writing = name === 'Commit' || name === 'BatchWrite';
    if (injected && !(fault.when === 'after' && writing)) throw injected;
    if (size > MAX_REQUEST_BYTES) throw invalidArgument('Request payload size exceeds the limit.');
    const parsed = rpc(service, message);
    detail = parsed.detail;
    const result = await parsed.run(controller.signal);
    cost = result.cost;
    if (result.failure) throw result.failure;
    applied = true;
    if (injected) throw injected;
    log.add(name, detail, Code.OK, cost);
    return result.messages;
  } catch (error) {
    log.add(name, detail, statusOf(error).code, cost, applied);
    throw error;
  }
}

function unary(parts: ServerParts, name: string, rpc: Rpc): handleUnaryCall<SizedRequest, Message> {
  const respond = async (call: UnaryCall, callback: sendUnaryData<Message>): Promise<void> => {
    try {
      const [message] = await answer(parts, name, rpc, call);
      callback(null, message ?? {});
    } catch (error) {
      callback(statusOf(error));
    }
  };
  return (call, callback) => void respond(call, callback);
}

function streaming(
  parts: ServerParts,
  name: string,
  rpc: Rpc,
): handleServerStreamingCall<SizedRequest, Message> {
  const respond = async (call: StreamingCall): Promise<void> => {
    // On an error before the headers the client library would retry for seconds.
    call.sendMetadata(new Metadata());
    try {
      for (const message of await answer(parts, name, rpc, call)) call.write(message);
      call.end();
    } catch (error) {
      call.emit('error', statusOf(error));
    }
  };
  return (call) => void respond(call);
}
