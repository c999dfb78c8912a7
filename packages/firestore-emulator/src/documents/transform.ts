import type { Compare } from '../values/order.ts';
import {
  NULL,
  isNaNValue,
  isNumber,
  type Micros,
  type NumberValue,
  type Value,
} from '../values/value.ts';
import type { Transform } from './write.ts';

const MIN_INTEGER = -(2n ** 63n);
const MAX_INTEGER = 2n ** 63n - 1n;

/** What a transform needs besides the field's value. */
export interface TransformContext {
  readonly compareValues: Compare<Value>;
  readonly add: (a: NumberValue, b: NumberValue) => NumberValue;
  /** Whether array union and removal treat two elements as equal. */
  readonly sameElement: (compare: Compare<Value>, a: Value, b: Value) => boolean;
  /** The time of the commit, the same for all its writes. */
  readonly requestTime: Micros;
}

/** Adds two numbers: integers saturate at 64 bits, anything with a double is a double. */
export function addNumbers(a: NumberValue, b: NumberValue): NumberValue {
  if (a.type === 'integer' && b.type === 'integer') {
    const sum = a.value + b.value;
    const value = sum > MAX_INTEGER ? MAX_INTEGER : sum < MIN_INTEGER ? MIN_INTEGER : sum;
    return { type: 'integer', value };
  }
  return { type: 'double', value: Number(a.value) + Number(b.value) };
}

/** Equal in the value order: 1 and 1.0 are one element, NaN is NaN, null is null. */
export function sameElement(compare: Compare<Value>, a: Value, b: Value): boolean {
  return compare(a, b) === 0;
}

/**
 * Computes a transform.
 *
 * @param current what the field holds, undefined when it is absent
 * @returns the field's new value and what the write's result reports
 */
export function applyTransform(
  context: TransformContext,
  current: Value | undefined,
  transform: Transform,
): { readonly value: Value; readonly result: Value } {
  switch (transform.kind) {
    case 'requestTime': {
      // Server timestamps have millisecond precision.
      const millis = BigInt(Math.floor(context.requestTime / 1_000));
      return reported({ type: 'timestamp', value: millis * 1_000_000n });
    }
    case 'increment': {
      const { operand } = transform;
      if (!isNumber(current) || !isNumber(operand)) return reported(operand);
      return reported(context.add(current, operand));
    }
    case 'maximum':
    case 'minimum':
      return reported(extreme(context, current, transform.kind, transform.operand));
    case 'union':
    case 'remove':
      return {
        value: { type: 'array', values: combine(context, current, transform) },
        result: NULL,
      };
  }
}

function reported(value: Value): { value: Value; result: Value } {
  return { value, result: value };
}

/** Of equal numbers the stored one stays; NaN wins over everything. */
function extreme(
  { compareValues }: TransformContext,
  current: Value | undefined,
  kind: 'maximum' | 'minimum',
  operand: Value,
): Value {
  if (!isNumber(current)) return operand;
  if (isNaNValue(current) || isNaNValue(operand)) return { type: 'double', value: NaN };
  const order = compareValues(operand, current);
  return (kind === 'maximum' ? order > 0 : order < 0) ? operand : current;
}

function combine(
  { compareValues, sameElement: same }: TransformContext,
  current: Value | undefined,
  transform: Extract<Transform, { kind: 'union' | 'remove' }>,
): readonly Value[] {
  const elements = current?.type === 'array' ? current.values : [];
  const isIn = (list: readonly Value[], value: Value): boolean =>
    list.some((item) => same(compareValues, item, value));
  if (transform.kind === 'remove') {
    return elements.filter((value) => !isIn(transform.values, value));
  }
  const all = [...elements];
  for (const value of transform.values) if (!isIn(all, value)) all.push(value);
  return all;
}
