import * as z from 'zod';

const TYPES: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'an object'],
  ['null', 'null'],
]);
const UNITS: ReadonlyMap<string, string> = new Map([
  ['string', 'characters'],
  ['array', 'entries'],
]);

/** Such as "have at least 10 characters". */
function bound(which: 'least' | 'most', value: number | bigint, origin: string): string {
  const unit = UNITS.get(origin);
  return unit === undefined ? `be at ${which} ${value}` : `have at ${which} ${value} ${unit}`;
}

/** Describes a problem of what came from outside, unless its schema does. */
function problemOf(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type') {
    if (issue.input === undefined) return 'Is missing';
    return `Must be ${TYPES.get(issue.expected) ?? 'something else'}`;
  }
  if (issue.code === 'invalid_value') return `Must be ${issue.values.map(String).join(' or ')}`;
  if (issue.code === 'unrecognized_keys') return `There is no field ${issue.keys.join(', ')}`;
  if (issue.code === 'too_small') return `Must ${bound('least', issue.minimum, issue.origin)}`;
  if (issue.code === 'too_big') return `Must ${bound('most', issue.maximum, issue.origin)}`;
  return 'Is not valid';
}

/** Makes all schemas of this process describe problems in the site's words instead of the library's. */
export function useOwnWords(): void {
  z.config({ customError: problemOf });
}
