import { parseFieldPath, type FieldPath } from '../values/field-path.ts';
import {
  FIELD_OPERATORS,
  UNARY_OPERATORS,
  type Aggregation,
  type AggregationQuery,
  type Cursor,
  type Filter,
  type Operator,
  type Order,
  type Query,
  type Source,
} from '../queries/query.ts';
import { checkId, checkParent } from '../values/resource-name.ts';
import { invalidArgument, unimplemented } from '../status.ts';
import { NULL } from '../values/value.ts';
import { fromWireValue } from './wire-value.ts';
import {
  flag,
  int64,
  list,
  message,
  number,
  optionalMessage,
  text,
  type Message,
} from './message.ts';

const MAX_FILTER_DEPTH = 20;

/**
 * Reads a google.firestore.v1.StructuredQuery.
 *
 * @param parent the resource below which it searches
 * @throws RpcError INVALID_ARGUMENT or UNIMPLEMENTED
 */
export function fromWireQuery(parent: string, wire: Message): Query {
  if (wire['findNearest']) throw unimplemented('findNearest');
  const limit = optionalMessage(wire, 'limit');
  const query: Query = {
    database: checkParent(parent),
    source: source(parent, list(wire, 'from')),
    projection: projection(optionalMessage(wire, 'select')),
    filter: wire['where'] ? filter(message(wire['where'], 'where'), 1) : null,
    orders: list(wire, 'orderBy').map(order),
    startAt: cursor(optionalMessage(wire, 'startAt')),
    endAt: cursor(optionalMessage(wire, 'endAt')),
    offset: number(wire, 'offset'),
    limit: limit === undefined ? null : number(limit, 'value'),
  };
  if (query.offset < 0) throw invalidArgument('The offset is negative.');
  if (query.limit !== null && query.limit < 0) throw invalidArgument('The limit is negative.');
  return query;
}

/** Reads a google.firestore.v1.StructuredAggregationQuery. */
export function fromWireAggregationQuery(parent: string, wire: Message): AggregationQuery {
  const structured = message(wire['structuredQuery'], 'structuredQuery');
  const aggregations = list(wire, 'aggregations').map((item, index) =>
    aggregation(message(item, 'An aggregation'), index),
  );
  if (aggregations.length < 1 || aggregations.length > 5) {
    throw invalidArgument('A query takes one to five aggregations.');
  }
  if (new Set(aggregations.map(({ alias }) => alias)).size < aggregations.length) {
    throw invalidArgument('Two aggregations have the same alias.');
  }
  return { query: fromWireQuery(parent, structured), aggregations };
}

function aggregation(wire: Message, index: number): Aggregation {
  const alias = text(wire, 'alias') || `field_${index + 1}`;
  const kind = text(wire, 'operator');
  const operand = message(wire[kind], 'An aggregation operator');
  if (kind === 'count') {
    const upTo = optionalMessage(operand, 'upTo');
    const bound = upTo === undefined ? null : int64(upTo, 'value');
    if (bound !== null && bound <= 0n) throw invalidArgument('up_to must be greater than zero.');
    return { kind, alias, upTo: bound };
  }
  if (kind === 'sum' || kind === 'avg') return { kind, alias, field: fieldOf(operand) };
  throw unimplemented(`the aggregation ${kind}`);
}

function source(parent: string, from: readonly unknown[]): Source {
  if (from.length !== 1)
    throw invalidArgument('A query must have exactly one collection selector.');
  const selector = message(from[0], 'A collection selector');
  const id = text(selector, 'collectionId');
  if (flag(selector, 'allDescendants')) {
    if (id === '') return { kind: 'kindless', parent };
    return { kind: 'group', parent, id: checkId(id, 'collection') };
  }
  if (id === '') throw unimplemented('a query over all child collections');
  return { kind: 'collection', path: `${parent}/${checkId(id, 'collection')}`, id };
}

function fieldOf(wire: Message): FieldPath {
  return parseFieldPath(text(message(wire['field'], 'A field'), 'fieldPath'));
}

function projection(wire: Message | undefined): FieldPath[] | null {
  if (wire === undefined) return null;
  const fields = list(wire, 'fields');
  // An empty projection means whole documents.
  if (fields.length === 0) return null;
  return fields.map((item) => parseFieldPath(text(message(item, 'A field'), 'fieldPath')));
}

function filter(wire: Message, depth: number): Filter {
  if (depth > MAX_FILTER_DEPTH) throw invalidArgument('The filters are nested too deeply.');
  const kind = text(wire, 'filterType');
  const content = message(wire[kind], 'A filter');
  if (kind === 'compositeFilter') {
    const operator = text(content, 'op');
    const filters = list(content, 'filters').map((item) =>
      filter(message(item, 'A filter'), depth + 1),
    );
    if (filters.length === 0) throw invalidArgument('A composite filter needs a filter.');
    if (operator === 'AND') return { kind: 'and', filters };
    if (operator === 'OR') return { kind: 'or', filters };
    throw invalidArgument('A composite filter must be AND or OR.');
  }
  const field = fieldOf(content);
  if (kind === 'fieldFilter') {
    const operator = oneOf(FIELD_OPERATORS, text(content, 'op'));
    return { kind: 'field', field, operator, value: fromWireValue(content['value'], 1) };
  }
  if (kind === 'unaryFilter') {
    const operator = oneOf(UNARY_OPERATORS, text(content, 'op'));
    return { kind: 'field', field, operator, value: NULL };
  }
  throw invalidArgument('A filter has no type.');
}

function oneOf(operators: readonly Operator[], name: string): Operator {
  const operator = operators.find((candidate) => candidate === name);
  if (operator === undefined) throw invalidArgument(`Unknown filter operator: "${name}"`);
  return operator;
}

function order(item: unknown): Order {
  const wire = message(item, 'An order');
  const field = fieldOf(wire);
  return { field, descending: text(wire, 'direction') === 'DESCENDING' };
}

function cursor(wire: Message | undefined): Cursor | null {
  if (wire === undefined) return null;
  const values = list(wire, 'values').map((value) => fromWireValue(value, 1));
  return { values, before: flag(wire, 'before') };
}
