import { FREE, reading as readCost } from '../billing/billing.ts';
import { summary, type Rpc, type Service } from './call.ts';
import { fromWireConsistency, fromWireTransactionOptions } from '../transactions/consistency.ts';
import { collectionLock, type Reading } from '../transactions/reading.ts';
import { compareIds } from '../values/order.ts';
import {
  checkDatabase,
  checkDocumentName,
  checkId,
  checkParent,
  lastSegment,
  relativePath,
  splitName,
} from '../values/resource-name.ts';
import { Code, invalidArgument, RpcError, unimplemented } from '../status.ts';
import type { Document } from '../values/value.ts';
import { toWireDocument } from '../wire/wire-value.ts';
import { fromWireMask } from '../wire/wire-write.ts';
import {
  bytes,
  flag,
  number,
  optionalMessage,
  text,
  textList,
  toWireTimestamp,
  type Message,
} from '../wire/message.ts';

function readDocuments(
  { database }: Service,
  names: readonly string[],
): Reading<readonly (Document | null)[]> {
  return {
    kind: 'document',
    run: (time) => names.map((name) => database.store.at(name, time)),
    fingerprint: (documents) => documents.map((item) => item?.updateTime ?? '-').join(),
    names: () => names,
    rangeLocks: [],
  };
}

/** A missing document also costs one read. */
export const getDocument: Rpc = (service, request) => {
  const name = text(request, 'name');
  const { database } = splitName(name);
  checkDocumentName(name, database);
  const mask = fromWireMask(optionalMessage(request, 'mask'));
  const consistency = fromWireConsistency(request);
  return {
    detail: relativePath(name),
    run: async (signal) => {
      const reading = readDocuments(service, [name]);
      const [document] = (await service.database.read(database, consistency, reading, signal))
        .value;
      const cost = readCost(1);
      if (document) return { messages: [toWireDocument(document, mask)], cost };
      const failure = new RpcError(Code.NOT_FOUND, `Document "${name}" not found.`);
      return { messages: [], cost, failure };
    },
  };
};

export const batchGetDocuments: Rpc = (service, request) => {
  const database = checkDatabase(text(request, 'database'));
  const names = [...new Set(textList(request, 'documents'))];
  for (const name of names) checkDocumentName(name, database);
  const mask = fromWireMask(optionalMessage(request, 'mask'));
  const consistency = fromWireConsistency(request);
  return {
    detail: summary(names.map(relativePath)),
    run: async (signal) => {
      const reading = readDocuments(service, names);
      const snapshot = await service.database.read(database, consistency, reading, signal);
      const readTime = toWireTimestamp(snapshot.readTime);
      const opened = snapshot.transaction ? [{ transaction: snapshot.transaction }] : [];
      const messages = names.map((name, index) => {
        const document = snapshot.value[index];
        return document
          ? { found: toWireDocument(document, mask), readTime }
          : { missing: name, readTime };
      });
      return { messages: [...opened, ...messages], cost: readCost(names.length) };
    },
  };
};

/** Lists one collection in the order of ids; with show_missing also parents without a document. */
export const listDocuments: Rpc = (service, request) => {
  const parent = text(request, 'parent');
  const database = checkParent(parent);
  const path = `${parent}/${checkId(text(request, 'collectionId'), 'collection')}`;
  if (text(request, 'orderBy') !== '') throw unimplemented('order_by in ListDocuments');
  const mask = fromWireMask(optionalMessage(request, 'mask'));
  const consistency = fromWireConsistency(request);
  const paged = pager(request);
  const { store } = service.database;
  const reading: Reading<Message[]> = {
    kind: 'query',
    run: (time) => {
      const documents = [...store.scanCollection(path, time)].map((item) =>
        toWireDocument(item, mask),
      );
      if (!flag(request, 'showMissing')) return documents;
      const missing = store.missingIds(path, time).map((id) => ({ name: `${path}/${id}` }));
      return [...documents, ...missing].sort((a, b) => compareIds(idOf(a), idOf(b)));
    },
    fingerprint: (items) => JSON.stringify(items.map(({ name, updateTime }) => [name, updateTime])),
    names: (items) => items.map((item) => text(item, 'name')),
    rangeLocks: [collectionLock(path)],
  };
  return {
    detail: relativePath(path),
    run: async (signal) => {
      const { value } = await service.database.read(database, consistency, reading, signal);
      const { items, nextPageToken } = paged(value, idOf);
      const cost = readCost(Math.max(1, items.length));
      return { messages: [{ documents: items, nextPageToken }], cost };
    },
  };
};

export const listCollectionIds: Rpc = (service, request) => {
  const parent = text(request, 'parent');
  const database = checkParent(parent);
  const consistency = fromWireConsistency(request);
  const paged = pager(request);
  const reading: Reading<string[]> = {
    kind: 'query',
    run: (time) => service.database.store.collectionIds(parent, time),
    fingerprint: (ids) => ids.join('/'),
    names: () => [],
    rangeLocks: [],
  };
  return {
    detail: relativePath(parent),
    run: async (signal) => {
      const { value } = await service.database.read(database, consistency, reading, signal);
      const { items, nextPageToken } = paged(value, (id) => id);
      return { messages: [{ collectionIds: items, nextPageToken }], cost: readCost(1) };
    },
  };
};

export const beginTransaction: Rpc = (service, request) => {
  const database = checkDatabase(text(request, 'database'));
  const options = fromWireTransactionOptions(optionalMessage(request, 'options') ?? {});
  return {
    detail: options.kind,
    run: async () => {
      const { id } = service.database.begin(database, options);
      return { messages: [{ transaction: id }], cost: FREE };
    },
  };
};

export const rollback: Rpc = ({ database: { transactions } }, request) => {
  const database = checkDatabase(text(request, 'database'));
  const id = bytes(request, 'transaction');
  if (id === undefined) throw invalidArgument('The transaction is missing.');
  return {
    detail: '',
    run: async () => {
      if (!transactions.hasEnded(id)) transactions.end(transactions.get(id, database), 'finished');
      return { messages: [{}], cost: FREE };
    },
  };
};

function idOf(item: Message): string {
  return lastSegment(text(item, 'name'));
}

/** Reads which page is wanted. A page token is the last id of the previous page. */
function pager(request: Message) {
  const pageSize = number(request, 'pageSize');
  if (pageSize < 0) throw invalidArgument('The page size is negative.');
  const token = text(request, 'pageToken');
  const after = Buffer.from(token, 'base64url').toString();
  return <T>(all: readonly T[], toId: (item: T) => string) => {
    const rest = token === '' ? all : all.filter((item) => compareIds(toId(item), after) > 0);
    const items = pageSize > 0 ? rest.slice(0, pageSize) : rest;
    const last = items.at(-1);
    // As Google's emulator, also after the last page if it is full.
    const more = last !== undefined && items.length === pageSize;
    return { items, nextPageToken: more ? Buffer.from(toId(last)).toString('base64url') : '' };
  };
}
