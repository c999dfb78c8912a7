import { randomBytes } from 'node:crypto';
import { summary, type Answer, type Rpc, type Service } from './call.ts';
import {
  checkDatabase,
  checkId,
  checkParent,
  relativePath,
  splitName,
} from '../values/resource-name.ts';
import { RpcError } from '../status.ts';
import { toWireDocument } from '../wire/wire-value.ts';
import { fromWireMask, fromWireWrite, toWireWriteResult } from '../wire/wire-write.ts';
import {
  bytes,
  list,
  message,
  optionalMessage,
  text,
  toWireTimestamp,
  type Message,
} from '../wire/message.ts';
import type { Write } from '../documents/write.ts';

function describeWrites(writes: readonly Write[]): string {
  return summary(writes.map((write) => `${write.kind} ${relativePath(write.name)}`));
}

export const commit: Rpc = ({ database: store }, request) => {
  const database = checkDatabase(text(request, 'database'));
  const writes = list(request, 'writes').map((item) => fromWireWrite(item, database));
  const transaction = bytes(request, 'transaction') ?? null;
  return {
    detail: describeWrites(writes),
    run: async (signal) => {
      const outcome = await store.commit(database, writes, transaction, signal);
      const commitTime = toWireTimestamp(outcome.commitTime);
      const writeResults = outcome.results.map(toWireWriteResult);
      return { messages: [{ writeResults, commitTime }], cost: outcome.cost };
    },
  };
};

export const batchWrite: Rpc = ({ database: store }, request) => {
  const database = checkDatabase(text(request, 'database'));
  const writes = list(request, 'writes').map((item) => fromWireWrite(item, database));
  return {
    detail: describeWrites(writes),
    run: async (signal) => {
      const outcomes = await store.batchWrite(writes, signal);
      const cost = { reads: 0, writes: 0, deletes: 0 };
      const writeResults: Message[] = [];
      const status: Message[] = [];
      for (const outcome of outcomes) {
        if (outcome instanceof RpcError) {
          status.push({ code: outcome.code, message: outcome.message });
          writeResults.push({});
          continue;
        }
        status.push({ code: 0 });
        writeResults.push(...outcome.results.map(toWireWriteResult));
        cost.writes += outcome.cost.writes;
        cost.deletes += outcome.cost.deletes;
      }
      return { messages: [{ writeResults, status }], cost };
    },
  };
};

/** Applies one write and answers with the fields of the resulting document that the request's mask selects. */
function writeOne({ database: store }: Service, request: Message, wire: Message, name: string) {
  const { database } = splitName(name);
  const write = fromWireWrite(wire, database);
  const mask = fromWireMask(optionalMessage(request, 'mask'));
  return {
    detail: relativePath(name),
    run: async (signal: AbortSignal): Promise<Answer> => {
      const { cost, commitTime } = await store.commit(database, [write], null, signal);
      const document = store.store.at(name, commitTime);
      return { messages: [document === null ? {} : toWireDocument(document, mask)], cost };
    },
  };
}

const notExisting = { conditionType: 'exists', exists: false };

export const createDocument: Rpc = (service, request) => {
  const parent = text(request, 'parent');
  checkParent(parent);
  const id = text(request, 'documentId') || randomBytes(10).toString('hex');
  const collection = checkId(text(request, 'collectionId'), 'collection');
  const name = `${parent}/${collection}/${checkId(id, 'document')}`;
  const update = { ...message(request['document'], 'document'), name };
  const wire = { operation: 'update', update, currentDocument: notExisting };
  return writeOne(service, request, wire, name);
};

export const updateDocument: Rpc = (service, request) => {
  const update = message(request['document'], 'document');
  const { updateMask, currentDocument } = request;
  const wire = { operation: 'update', update, updateMask, currentDocument };
  return writeOne(service, request, wire, text(update, 'name'));
};

export const deleteDocument: Rpc = (service, request) => {
  const { name, currentDocument } = request;
  const wire = { operation: 'delete', delete: name, currentDocument };
  return writeOne(service, request, wire, text(request, 'name'));
};
