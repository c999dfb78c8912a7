import { getField } from '../values/field-path.ts';
import type { Aggregation } from './query.ts';
import { NULL, isNumber, type Document, type NumberValue, type Value } from '../values/value.ts';

/**
 * Computes one aggregation over the results of its query.
 *
 * count: an integer, at most up_to. sum: an integer when all numbers are and the sum fits 64 bits,
 * else a double; 0 of none. avg: a double; null of none. Values that are not numbers are ignored.
 */
export function aggregate(aggregation: Aggregation, documents: readonly Document[]): Value {
  if (aggregation.kind === 'count') {
    const count = BigInt(documents.length);
    const { upTo } = aggregation;
    return { type: 'integer', value: upTo !== null && upTo < count ? upTo : count };
  }
  const numbers = documents
    .map(({ fields }) => getField(fields, aggregation.field))
    .filter(isNumber);
  const total = sum(numbers);
  if (aggregation.kind === 'sum') return total;
  if (numbers.length === 0) return NULL;
  return { type: 'double', value: Number(total.value) / numbers.length };
}

function sum(numbers: readonly NumberValue[]): NumberValue {
  let integers = 0n;
  let doubles: number | null = null;
  for (const number of numbers) {
    if (number.type === 'integer') integers += number.value;
    else doubles = (doubles ?? 0) + number.value;
  }
  if (doubles !== null) return { type: 'double', value: doubles + Number(integers) };
  if (BigInt.asIntN(64, integers) !== integers) {
    return { type: 'double', value: Number(integers) };
  }
  return { type: 'integer', value: integers };
}
