import type { EndpointName, EndpointOutput, ResponseShape } from 'functions/contract';
import { endpoints } from 'virtual:client-endpoints';

function typesOf(value: unknown): string[] {
  if (value === null) return ['null'];
  if (Array.isArray(value)) return ['array'];
  return Number.isInteger(value) ? ['integer', 'number'] : [typeof value];
}

/** Whether a parsed response has the shape that the contract says. Other fields are ignored: a later version of the API may send them. */
export function hasShape(value: unknown, shape: ResponseShape): boolean {
  const { type, anyOf, items, properties = {} } = shape;
  const { required = Object.keys(properties) } = shape;
  if (anyOf) return anyOf.some((option) => hasShape(value, option));
  if (type !== undefined && !typesOf(value).some((each) => type.includes(each))) return false;
  if (Array.isArray(value)) return !items || value.every((item) => hasShape(item, items));
  if (typeof value !== 'object' || value === null) return true;
  const fields = new Map<string, unknown>(Object.entries(value));
  return (
    required.every((name) => fields.has(name)) &&
    Object.entries(properties).every(
      ([name, property]) => !fields.has(name) || hasShape(fields.get(name), property),
    )
  );
}

/** Whether a parsed response is JSON of the shape that the contract says of an endpoint. */
export function isAnswerOf<N extends EndpointName>(
  name: N,
  value: unknown,
): value is EndpointOutput<N> {
  const { output } = endpoints[name];
  return output !== null && hasShape(value, output);
}

/** The statuses in the order of their numbers, from 1. */
const STATUSES = ['approved', 'pending', 'rejected'];

/** A joke's status as a word and a number. Either is enough, and `active` means approved. */
function statusOf(joke: object) {
  const given: { status?: unknown; status_id?: unknown } = { ...joke };
  const word = given.status ?? STATUSES[Number(given.status_id) - 1] ?? 'rejected';
  const status = word === 'active' ? 'approved' : word;
  const number = STATUSES.findIndex((each) => each === status) + 1 || STATUSES.length;
  return { status, status_id: given.status_id ?? number };
}

/** Adds what the specification (§3) lets a server leave out of a joke or of an entry of an error's detail. */
function withDefaults(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if ('joke_text' in value) return { user_can_vote: true, ...value, ...statusOf(value) };
  if ('message' in value) return { loc: [], type: '', msg: value.message, ...value };
  return 'msg' in value ? { loc: [], type: '', ...value } : value;
}

/**
 * Parses a response's body and adds the specification's defaults.
 * @throws {SyntaxError} if it is not JSON
 */
export function parseResponse(text: string): unknown {
  return JSON.parse(text, withDefaults);
}
