import * as z from 'zod';

/** Metadata of a field or parameter that the reference for other sites leaves out. */
export const internal = { internal: true } as const;

/** A number of things. */
export const count = z.int().min(0);

/** The same value for each name of a list. */
export function forEach<Name extends string, Value>(
  names: readonly Name[],
  value: Value,
): Record<Name, Value>;
export function forEach(names: readonly string[], value: unknown): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, value]));
}

/** Those fields of an object whose names pass a test. */
export function pick<Fields extends object>(
  fields: Fields,
  test: (name: keyof Fields) => boolean,
): Partial<Fields> {
  const picked: Partial<Fields> = { ...fields };
  for (const name in picked) if (!test(name)) delete picked[name];
  return picked;
}

/**
 * An integer in a query or path, as a number or as decimal digits.
 * @param description for the API's documentation
 */
export function integerText(minimum: number, maximum: number, description: string) {
  const error = 'Must be a whole number';
  return z
    .union([z.number(), z.string().regex(/^\d{1,9}$/, error)], { error })
    .transform(Number)
    .pipe(z.int().min(minimum).max(maximum))
    .meta({ type: 'integer', minimum, maximum, description });
}

const EARLIEST = Date.parse('0001-01-01T00:00:00Z');
const LATEST = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Whether Firestore can store and compare a time
 * (https://protobuf.dev/reference/protobuf/google.protobuf/#timestamp).
 * @param time in milliseconds since the epoch
 */
export function isStorable(time: number): boolean {
  return time >= EARLIEST && time <= LATEST;
}

const isStorableText = (text: string) => isStorable(Date.parse(text));
const YEARS = 'Must be in the years 1 to 9999';
/** Other checks of a text that is no moment or day would only repeat the problem. */
const abort = true;
const error = 'Must be a time such as 2026-01-31T12:00:00Z';

/** A moment in UTC that Firestore can store. */
export const moment = z.iso
  .datetime({ abort, error })
  .refine(isStorableText, YEARS)
  .meta({ examples: ['2026-11-22T09:30:00.000Z'] });

/** The same with any offset from UTC, such as `2026-01-31T13:00:00+01:00`. */
export const momentWithOffset = z.iso
  .datetime({ abort, error, offset: true })
  .refine(isStorableText, YEARS);

/** A day (UTC) whose midnight is such a moment. */
export const day = z.iso
  .date({ abort, error: 'Must be a day such as 2026-01-31' })
  .refine(isStorableText, YEARS)
  .meta({ examples: ['2026-11-23'] });
