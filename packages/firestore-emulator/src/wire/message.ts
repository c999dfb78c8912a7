import { invalidArgument } from '../status.ts';
import type { Micros } from '../values/value.ts';

/** A decoded protocol message: fields that were not sent are absent. */
export type Message = Readonly<Record<string, unknown>>;

/** @returns whether a value is an object and not an array */
export function isMessage(value: unknown): value is Message {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** @throws RpcError INVALID_ARGUMENT when the value is not a message */
export function message(value: unknown, what: string): Message {
  if (!isMessage(value)) throw invalidArgument(`${what} is missing.`);
  return value;
}

/** @returns the sub-message, undefined when it was not sent */
export function optionalMessage(parent: Message, key: string): Message | undefined {
  const value = parent[key];
  return value === undefined || value === null ? undefined : message(value, key);
}

/** @returns the string field, '' when it was not sent */
export function text(parent: Message, key: string): string {
  const value = parent[key];
  return typeof value === 'string' ? value : '';
}

/** @returns the number field (int32, double), 0 when it was not sent */
export function number(parent: Message, key: string): number {
  const value = parent[key];
  return typeof value === 'number' ? value : 0;
}

/** @returns the int64 field, 0 when it was not sent */
export function int64(parent: Message, key: string): bigint {
  const value = parent[key];
  return typeof value === 'string' ? BigInt(value) : 0n;
}

/** @returns the bool field, false when it was not sent */
export function flag(parent: Message, key: string): boolean {
  return parent[key] === true;
}

/** @returns the bytes field, undefined when it was not sent or is empty */
export function bytes(parent: Message, key: string): Buffer | undefined {
  const value = parent[key];
  return value instanceof Uint8Array && value.length > 0 ? Buffer.from(value) : undefined;
}

/** @returns the repeated field, empty when it was not sent */
export function list(parent: Message, key: string): readonly unknown[] {
  const value = parent[key];
  return Array.isArray(value) ? value : [];
}

/** @returns the repeated string field, empty when it was not sent */
export function textList(parent: Message, key: string): readonly string[] {
  return list(parent, key).filter((item) => typeof item === 'string');
}

// 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z, as google.protobuf.Timestamp bounds them.
const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;

/**
 * Reads a google.protobuf.Timestamp.
 *
 * @param unit what it is rounded down to, in nanoseconds
 * @returns nanoseconds since the epoch
 * @throws RpcError INVALID_ARGUMENT outside the years 1 to 9999
 */
export function timestamp(wire: Message, unit: 1 | 1_000): bigint {
  const seconds = int64(wire, 'seconds');
  const nanos = number(wire, 'nanos');
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS || nanos < 0 || nanos > 999_999_999) {
    throw invalidArgument('A timestamp is out of range.');
  }
  return seconds * 1_000_000_000n + BigInt(nanos - (nanos % unit));
}

/** Reads a system time that a client sends back, which has whole microseconds. */
export function systemTime(wire: Message): Micros {
  if (number(wire, 'nanos') % 1_000 !== 0) {
    throw invalidArgument('A time must be given in whole microseconds.');
  }
  return Number(timestamp(wire, 1) / 1_000n);
}

/** @returns the google.protobuf.Timestamp for microseconds since the epoch */
export function toWireTimestamp(micros: bigint | Micros): Message {
  const total = BigInt(micros);
  const rest = ((total % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return { seconds: String((total - rest) / 1_000_000n), nanos: Number(rest) * 1_000 };
}
