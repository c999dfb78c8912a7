import * as z from 'zod/mini';

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

const storable = z.refine<string>((text) => isStorable(Date.parse(text)), {
  error: 'Must be in the years 1 to 9999',
});

/** Other checks of a text that is no moment or day would only repeat the problem. */
const abort = true;
const error = 'Must be a time such as 2026-01-31T12:00:00Z';

/** A moment in UTC that Firestore can store. */
export const moment = z.iso.datetime({ abort, error }).check(storable);

/** The same with any offset from UTC, such as `2026-01-31T13:00:00+01:00`. */
export const momentWithOffset = z.iso.datetime({ abort, error, offset: true }).check(storable);

/** A day (UTC) whose midnight is such a moment. */
export const day = z.iso.date({ abort, error: 'Must be a day such as 2026-01-31' }).check(storable);
