import { relativePath } from '../values/resource-name.ts';
import type { Filter, Query, Source } from './query.ts';
import type { Value } from '../values/value.ts';

/** @returns a query in one line, for call records: `things where a EQUAL 1 limit 20` */
export function describeQuery(query: Query): string {
  const orders = query.orders.map(
    ({ field, descending }) => field.text + (descending ? ' desc' : ''),
  );
  return [
    describeSource(query.source),
    query.filter === null ? '' : `where ${describeFilter(query.filter)}`,
    orders.length === 0 ? '' : `order by ${orders.join(', ')}`,
    query.startAt === null ? '' : query.startAt.before ? 'start at' : 'start after',
    query.endAt === null ? '' : query.endAt.before ? 'end before' : 'end at',
    query.offset === 0 ? '' : `offset ${query.offset}`,
    query.limit === null ? '' : `limit ${query.limit}`,
  ]
    .filter((part) => part !== '')
    .join(' ');
}

function describeSource(source: Source): string {
  if (source.kind === 'collection') return relativePath(source.path);
  const parent = relativePath(source.parent);
  const all = source.kind === 'group' ? `all ${source.id}` : 'everything';
  return parent === '' ? all : `${all} below ${parent}`;
}

function describeFilter(filter: Filter): string {
  if (filter.kind !== 'field') {
    return `(${filter.filters.map(describeFilter).join(` ${filter.kind} `)})`;
  }
  const unary = filter.operator.startsWith('IS_');
  const operand = unary ? '' : ` ${describeValue(filter.value)}`;
  return `${filter.field.text} ${filter.operator}${operand}`;
}

function describeValue(value: Value): string {
  switch (value.type) {
    case 'string':
      return JSON.stringify(value.value);
    case 'reference':
      return relativePath(value.value);
    case 'array':
      return `[${value.values.map(describeValue).join(', ')}]`;
    case 'boolean':
    case 'integer':
    case 'double':
      return String(value.value);
    case 'null':
    case 'timestamp':
    case 'bytes':
    case 'geopoint':
    case 'map':
      return value.type;
  }
}
