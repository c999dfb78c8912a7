import type { WhereFilterOp } from 'firebase-admin/firestore';
import type { Reference, ReferenceDocument } from './reference.ts';
import { arrayField, collections, drawValue, scalarFields, type Pool } from './fuzz-documents.ts';
import {
  nameField,
  type CursorSpec,
  type FilterSpec,
  type OrderSpec,
  type QuerySpec,
} from './query-spec.ts';
import type { Random } from './random.ts';

/** What a round's queries draw from. */
export interface Round {
  readonly random: Random;
  readonly pool: Pool;
  readonly documents: readonly ReferenceDocument[];
  readonly reference: Reference;
}

const ranges: readonly WhereFilterOp[] = ['<', '<=', '>', '>='];

function isNullOrNaN(value: unknown): boolean {
  return value === null || Number.isNaN(value);
}

/** The SDK sends a range with null or NaN as another operator. */
function drawBound({ random, pool }: Round): unknown {
  const value = drawValue(random, pool);
  return isNullOrNaN(value) ? 1 : value;
}

function drawLeaf(round: Round, allowArray: boolean): FilterSpec {
  const { random, pool } = round;
  const field = random.pick(scalarFields);
  const kind = random.below(allowArray ? 10 : 8);
  if (kind < 3) return { kind: 'field', field, op: '==', value: drawValue(random, pool) };
  if (kind < 6) return { kind: 'field', field, op: random.pick(ranges), value: drawBound(round) };
  if (kind < 8) {
    const value = Array.from({ length: 1 + random.below(3) }, () => drawValue(random, pool));
    return { kind: 'field', field, op: 'in', value };
  }
  const element = pool.elements.find((each) => !isNullOrNaN(each)) ?? 0;
  return kind === 8
    ? { kind: 'field', field: arrayField, op: 'array-contains', value: element }
    : {
        kind: 'field',
        field: arrayField,
        op: 'array-contains-any',
        value: random.some(pool.elements, 2),
      };
}

/** At most one of != and not-in, and not-in beside equalities and ranges only. */
function drawNegative(round: Round): FilterSpec {
  const { random, pool } = round;
  const field = random.pick(scalarFields);
  if (random.chance(0.5)) return { kind: 'field', field, op: '!=', value: drawValue(random, pool) };
  const value = Array.from({ length: 1 + random.below(3) }, () => drawValue(random, pool));
  return { kind: 'field', field, op: 'not-in', value };
}

function drawName(round: Round, group: boolean): string {
  const { path } = round.random.pick(round.documents);
  return group ? path : (path.split('/').at(-1) ?? path);
}

function drawFilter(round: Round, group: boolean): FilterSpec | undefined {
  const { random } = round;
  const kind = random.below(12);
  if (kind < 2) return undefined;
  if (kind < 5) return drawLeaf(round, true);
  if (kind < 8) {
    return { kind: 'and', parts: [drawLeaf(round, true), drawLeaf(round, false)] };
  }
  if (kind < 10) {
    const left = drawLeaf(round, true);
    const right: FilterSpec = random.chance(0.5)
      ? drawLeaf(round, false)
      : { kind: 'and', parts: [drawLeaf(round, false), drawLeaf(round, false)] };
    const either: FilterSpec = { kind: 'or', parts: [left, right] };
    return random.chance(0.7) ? either : { kind: 'and', parts: [either, drawLeaf(round, false)] };
  }
  if (kind < 11) return drawNegative(round);
  const value = drawName(round, group);
  return { kind: 'field', field: nameField, op: random.pick(ranges), value };
}

function drawOrders(round: Round): OrderSpec[] {
  const { random } = round;
  const fields: string[] = random.some(scalarFields, random.pick([0, 0, 1, 1, 2, 3]));
  if (random.chance(0.15)) fields.push(nameField);
  return fields.map((field) => ({ field, direction: random.chance(0.5) ? 'asc' : 'desc' }));
}

/** Nothing may be ordered by after the name, not even by the fields of ranges. */
function orderedByNameLast(reference: Reference, spec: QuerySpec): readonly OrderSpec[] {
  const isLast = reference.orders(spec).at(-1)?.field === nameField;
  return isLast ? spec.orders : spec.orders.filter(({ field }) => field !== nameField);
}

function drawCursor(round: Round, spec: QuerySpec): CursorSpec | undefined {
  const { random, pool, documents, reference } = round;
  const inclusive = random.chance(0.5);
  if (spec.orders.length > 0 && random.chance(0.6)) {
    const values = spec.orders
      .slice(0, 1 + random.below(spec.orders.length))
      .map(({ field }) =>
        field === nameField ? drawName(round, spec.group) : drawValue(random, pool),
      );
    return { at: { values }, inclusive };
  }
  const listed = new Set(reference.run({ ...spec, offset: 0 }).paths);
  const inResult = documents.filter(({ path }) => listed.has(path));
  if (inResult.length === 0) return undefined;
  return { at: { path: random.pick(inResult).path }, inclusive };
}

/** Draws one query that the Admin SDK and the rules of Firestore allow. */
export function drawQuery(round: Round): QuerySpec {
  const { random } = round;
  const group = random.chance(0.25);
  const filter = drawFilter(round, group);
  const drawn: QuerySpec = {
    collection: group ? 'fuzz' : random.pick(collections),
    group,
    ...(filter ? { filter } : {}),
    orders: drawOrders(round),
    offset: random.chance(0.2) ? random.below(5) : 0,
    last: false,
  };
  const base = { ...drawn, orders: orderedByNameLast(round.reference, drawn) };
  const start = random.chance(0.35) ? drawCursor(round, base) : undefined;
  const end = random.chance(0.25) ? drawCursor(round, base) : undefined;
  const limited = random.chance(0.4);
  return {
    ...base,
    ...(start ? { start } : {}),
    ...(end ? { end } : {}),
    ...(limited ? { limit: 1 + random.below(6) } : {}),
    last: limited && base.orders.length > 0 && random.chance(0.4),
  };
}
