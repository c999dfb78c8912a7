import * as fc from 'fast-check';

const text = (number: number, length = 2) => String(number).padStart(length, '0');
const upTo = (max: number, min = 0) => fc.integer({ min, max });

const clock = fc
  .tuple(upTo(23), upTo(59), upTo(59), fc.constantFrom('', '.5', '.999999999'))
  .map(([hour, minute, second, part]) => `${text(hour)}:${text(minute)}:${text(second)}${part}`);

/** Days that exist, of years that Firestore can't store. */
const unstorableDay = fc
  .tuple(fc.constantFrom('0000', '+010000', '10000', '-000001', '-0001'), upTo(12, 1), upTo(28, 1))
  .map(([year, month, day]) => `${year}-${text(month)}-${text(day)}`);

/** Days that no calendar has. */
const missingDay = fc.oneof(
  fc.constantFrom('0000-02-30', '1900-02-29', '2025-02-29', '2025-02-30', '2025-04-31'),
  fc.tuple(upTo(9999, 1), upTo(99, 13)).map(([year, month]) => `${text(year, 4)}-${month}-01`),
  fc.constantFrom('2025-00-01', '2025-01-00', '2025-01-32', '+002025-01-01', '25-01-01'),
);

/** Texts that name no day (UTC), or one that Firestore can't store as a moment. */
export const hostileDay = fc.oneof(
  fc.constant('0000-02-29'),
  unstorableDay,
  missingDay,
  fc.constantFrom('', 'today', '2025-01-01Z', '2025-W01-1', '20250101', '0', '-1', '1e21'),
);

/** Texts that name no moment, or one that Firestore can't store. */
export const hostileMoment = fc.oneof(
  fc.constant('0000-02-29T20:00:00Z'),
  fc.tuple(hostileDay, clock).map(([day, time]) => `${day}T${time}Z`),
  fc.constantFrom(
    '2016-12-31T23:59:60Z',
    '2025-01-01T24:00:00Z',
    '0001-01-01T00:00:00+01:00',
    '0001-01-01T00:00:00.000+00:01',
    '9999-12-31T23:59:59-01:00',
    '9999-12-31T23:59:59.999-00:01',
    '9999-12-31T24:00:00Z',
    '2025-01-01T00:00:00+24:00',
    '2025-01-01 00:00:00Z',
    '',
    'now',
    '253402300800000',
    '-62135596800001',
  ),
);
