import { randomInt } from 'node:crypto';
import type { Cost } from '../billing/billing.ts';
import { summary, type Answer, type Rpc, type Service } from './call.ts';
import { selectFields } from '../values/field-path.ts';
import {
  checkDatabase,
  checkDocumentName,
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

const AUTO_ID_LENGTH = 20;
const AUTO_ID_LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

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

/** Applies one write and answers with the fields of the resulting document that the mask selects. */
async function writeOne(
  { database: store }: Service,
  write: Write,
  mask: ReturnType<typeof fromWireMask>,
  signal: AbortSignal,
): Promise<Answer> {
  const { database } = splitName(write.name);
  const { cost, commitTime }: { cost: Cost; commitTime: number } = await store.commit(
    database,
    [write],
    null,
    signal,
  );
  const document = store.store.at(write.name, commitTime);
  if (document === null) return { messages: [{}], cost };
  const fields = mask === null ? document.fields : selectFields(document.fields, mask);
  return { messages: [toWireDocument(document, fields)], cost };
}

export const createDocument: Rpc = (service, request) => {
  const parent = text(request, 'parent');
  const database = checkParent(parent);
  const id = text(request, 'documentId') || autoId();
  const collection = checkId(text(request, 'collectionId'), 'collection');
  const name = `${parent}/${collection}/${checkId(id, 'document')}`;
  const content = message(request['document'], 'document');
  const update = { ...content, name };
  const wire = { operation: 'update', update, currentDocument: notExisting };
  const write = fromWireWrite(wire, database);
  const mask = fromWireMask(optionalMessage(request, 'mask'));
  return {
    detail: relativePath(name),
    run: async (signal) => await writeOne(service, write, mask, signal),
  };
};

export const updateDocument: Rpc = (service, request) => {
  const update = message(request['document'], 'document');
  const name = text(update, 'name');
  const { updateMask, currentDocument } = request;
  const wire = { operation: 'update', update, updateMask, currentDocument };
  const write = fromWireWrite(wire, splitName(name).database);
  const mask = fromWireMask(optionalMessage(request, 'mask'));
  return {
    detail: relativePath(name),
    run: async (signal) => await writeOne(service, write, mask, signal),
  };
};

export const deleteDocument: Rpc = (service, request) => {
  const name = text(request, 'name');
  const { database } = splitName(name);
  checkDocumentName(name, database);
  const { currentDocument } = request;
  const write = fromWireWrite({ operation: 'delete', delete: name, currentDocument }, database);
  return {
    detail: relativePath(name),
    run: async (signal) => await writeOne(service, write, null, signal),
  };
};

const notExisting = { conditionType: 'exists', exists: false };

function autoId(): string {
  return Array.from({ length: AUTO_ID_LENGTH }, () =>
    AUTO_ID_LETTERS.charAt(randomInt(AUTO_ID_LETTERS.length)),
  ).join('');
}
