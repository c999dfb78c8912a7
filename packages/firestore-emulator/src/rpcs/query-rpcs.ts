import { aggregate } from '../queries/aggregate.ts';
import { chargedEntries, reading as readCost } from '../billing/billing.ts';
import type { Rpc, Service } from './call.ts';
import { fromWireConsistency } from '../transactions/consistency.ts';
import { collectionLock, databaseLock, type Reading } from '../transactions/reading.ts';
import { describeQuery } from '../queries/describe-query.ts';
import { selectFields } from '../values/field-path.ts';
import type { Source } from '../queries/query.ts';
import { planQuery, type QueryPlan } from '../queries/query-plan.ts';
import { runQuery as run, type QueryResult } from '../queries/run-query.ts';
import { Code, RpcError, unimplemented } from '../status.ts';
import type { Document, Micros } from '../values/value.ts';
import { fromWireAggregationQuery, fromWireQuery } from '../wire/wire-query.ts';
import { toWireDocument, toWireValue } from '../wire/wire-value.ts';
import { message, text, toWireTimestamp, type Message } from '../wire/message.ts';

function documentsOf({ database }: Service, source: Source, time: Micros): Iterable<Document> {
  const { store } = database;
  if (source.kind === 'collection') return store.scanCollection(source.path, time);
  return store.scanDescendants(source.parent, source.kind === 'group' ? source.id : null, time);
}

function readQuery(service: Service, plan: QueryPlan): Reading<QueryResult> {
  const { source, database } = plan.query;
  const isCollection = source.kind === 'collection';
  return {
    kind: 'query',
    run: (time) =>
      run(service.database.engine, plan, documentsOf(service, source, time), isCollection),
    fingerprint: ({ documents, skipped }) =>
      [skipped, ...documents.flatMap(({ name, updateTime }) => [name, updateTime])].join(),
    names: ({ documents }) => documents.map(({ name }) => name),
    rangeLocks: [isCollection ? collectionLock(source.path) : databaseLock(database)],
  };
}

/** @throws RpcError FAILED_PRECONDITION with the definition to add */
function checkIndexes({ database, indexes }: Service, plan: QueryPlan): void {
  const missing = database.engine.findMissingIndex(indexes, plan);
  if (missing === null) return;
  throw new RpcError(
    Code.FAILED_PRECONDITION,
    `The query requires an index. You can create it here: firestore.indexes.json ${JSON.stringify(missing)}`,
  );
}

function refuseExplain(request: Message): void {
  if (request['explainOptions']) throw unimplemented('explain options');
}

export const runQuery: Rpc = (service, request) => {
  refuseExplain(request);
  const { database } = service;
  const structured = message(request['structuredQuery'], 'structuredQuery');
  const query = fromWireQuery(text(request, 'parent'), structured);
  const plan = planQuery(query, database.engine.normalizeOrder);
  const consistency = fromWireConsistency(request);
  return {
    detail: describeQuery(query),
    run: async (signal) => {
      checkIndexes(service, plan);
      const reading = readQuery(service, plan);
      const snapshot = await database.read(query.database, consistency, reading, signal);
      const { documents, skipped } = snapshot.value;
      const readTime = toWireTimestamp(snapshot.readTime);
      const messages: Message[] = documents.map((document, index) => ({
        document: toWireDocument(document, projected(query.projection, document)),
        readTime,
        ...(index === 0 && skipped > 0 ? { skippedResults: skipped } : {}),
      }));
      if (messages.length === 0) messages.push({ readTime, skippedResults: skipped });
      // The message with the transaction must contain nothing else.
      if (snapshot.transaction) messages.unshift({ transaction: snapshot.transaction });
      const entries = chargedEntries(database.engine, plan, () =>
        documentsOf(service, query.source, snapshot.readTime),
      );
      const use = { returned: documents.length, skipped, entries };
      return { messages, cost: readCost(database.engine.billQuery(use)) };
    },
  };
};

function projected(
  projection: QueryPlan['query']['projection'],
  { fields }: Document,
): Document['fields'] {
  return projection === null ? fields : selectFields(fields, projection);
}

export const runAggregationQuery: Rpc = (service, request) => {
  refuseExplain(request);
  const { database } = service;
  const structured = message(request['structuredAggregationQuery'], 'structuredAggregationQuery');
  const { query, aggregations } = fromWireAggregationQuery(text(request, 'parent'), structured);
  const aggregated = aggregations.flatMap((item) => (item.kind === 'count' ? [] : [item.field]));
  const plan = planQuery(query, database.engine.normalizeOrder, aggregated);
  const consistency = fromWireConsistency(request);
  return {
    detail: `${aggregations.map(({ kind }) => kind).join()} of ${describeQuery(query)}`,
    run: async (signal) => {
      checkIndexes(service, plan);
      const reading = readQuery(service, plan);
      const snapshot = await database.read(query.database, consistency, reading, signal);
      const { documents, skipped } = snapshot.value;
      const aggregateFields = Object.fromEntries(
        aggregations.map((item) => [item.alias, toWireValue(aggregate(item, documents))]),
      );
      const bounds = aggregations.map((item) =>
        item.kind === 'count' && item.upTo !== null ? Number(item.upTo) : Infinity,
      );
      const entries = Math.min(documents.length, Math.max(...bounds)) + skipped;
      return {
        messages: [
          {
            result: { aggregateFields },
            readTime: toWireTimestamp(snapshot.readTime),
            ...(snapshot.transaction ? { transaction: snapshot.transaction } : {}),
          },
        ],
        cost: readCost(database.engine.billAggregation(entries)),
      };
    },
  };
};
