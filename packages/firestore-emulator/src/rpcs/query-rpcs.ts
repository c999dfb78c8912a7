import { aggregate } from '../queries/aggregate.ts';
import { chargedEntries, reading as readCost } from '../billing/billing.ts';
import type { Rpc, Service } from './call.ts';
import type { Database } from '../database.ts';
import { fromWireConsistency } from '../transactions/consistency.ts';
import { collectionLock, databaseLock, type Reading } from '../transactions/reading.ts';
import { describeQuery } from '../queries/describe-query.ts';
import type { Query } from '../queries/query.ts';
import { planQuery, type QueryPlan } from '../queries/query-plan.ts';
import { runQuery as run, type QueryResult } from '../queries/run-query.ts';
import type { FieldPath } from '../values/field-path.ts';
import { Code, RpcError, unimplemented } from '../status.ts';
import { fromWireAggregationQuery, fromWireQuery } from '../wire/wire-query.ts';
import { toWireDocument, toWireValue } from '../wire/wire-value.ts';
import { message, text, toWireTimestamp, type Message } from '../wire/message.ts';

function readQuery({ engine, store }: Database, plan: QueryPlan): Reading<QueryResult> {
  const { source, database } = plan.query;
  const isCollection = source.kind === 'collection';
  return {
    kind: 'query',
    run: (time) => run(engine, plan, store, time),
    fingerprint: ({ documents, skipped }) =>
      [skipped, ...documents.flatMap(({ name, updateTime }) => [name, updateTime])].join(),
    names: ({ documents }) => documents.map(({ name }) => name),
    rangeLocks: [isCollection ? collectionLock(source.path) : databaseLock(database)],
  };
}

/** Plans a query. @returns the plan, and what runs it if it has its indexes */
function prepare(
  { database, indexes }: Service,
  request: Message,
  query: Query,
  aggregated: readonly FieldPath[] = [],
) {
  if (request['explainOptions']) throw unimplemented('explain options');
  const plan = planQuery(query, database.engine.normalizeOrder, aggregated);
  const consistency = fromWireConsistency(request);
  const read = async (signal: AbortSignal) => {
    const missing = database.engine.findMissingIndex(indexes, plan);
    if (missing === null) {
      return await database.read(query.database, consistency, readQuery(database, plan), signal);
    }
    throw new RpcError(
      Code.FAILED_PRECONDITION,
      `The query requires an index. You can create it here: firestore.indexes.json ${JSON.stringify(missing)}`,
    );
  };
  return { plan, read };
}

export const runQuery: Rpc = (service, request) => {
  const { database } = service;
  const structured = message(request['structuredQuery'], 'structuredQuery');
  const query = fromWireQuery(text(request, 'parent'), structured);
  const { plan, read } = prepare(service, request, query);
  return {
    detail: describeQuery(query),
    run: async (signal) => {
      const snapshot = await read(signal);
      const { documents, skipped } = snapshot.value;
      const readTime = toWireTimestamp(snapshot.readTime);
      const messages: Message[] = documents.map((document, index) => ({
        document: toWireDocument(document, query.projection),
        readTime,
        ...(index === 0 && skipped > 0 ? { skippedResults: skipped } : {}),
      }));
      if (messages.length === 0) messages.push({ readTime, skippedResults: skipped });
      // The message with the transaction must contain nothing else.
      if (snapshot.transaction) messages.unshift({ transaction: snapshot.transaction });
      const entries = chargedEntries(database.engine, plan, () =>
        database.store.scan(query.source, snapshot.readTime),
      );
      const use = { returned: documents.length, skipped, entries };
      return { messages, cost: readCost(database.engine.billQuery(use)) };
    },
  };
};

export const runAggregationQuery: Rpc = (service, request) => {
  const { database } = service;
  const structured = message(request['structuredAggregationQuery'], 'structuredAggregationQuery');
  const { query, aggregations } = fromWireAggregationQuery(text(request, 'parent'), structured);
  const aggregated = aggregations.flatMap((item) => (item.kind === 'count' ? [] : [item.field]));
  const { read } = prepare(service, request, query, aggregated);
  return {
    detail: `${aggregations.map(({ kind }) => kind).join()} of ${describeQuery(query)}`,
    run: async (signal) => {
      const snapshot = await read(signal);
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
