import type { DocumentData, Firestore } from 'firebase-admin/firestore';
import { comparePaths, compareValues, typeOf } from './reference-order.ts';
import {
  nameField,
  type CursorSpec,
  type FilterSpec,
  type OrderSpec,
  type QuerySpec,
} from './query-spec.ts';

/** A stored document, as the reference sees it. */
export interface ReferenceDocument {
  readonly path: string;
  readonly data: DocumentData;
}

/** What a query returns and how many documents its offset skipped. */
export interface ReferenceResult {
  readonly paths: readonly string[];
  readonly skipped: number;
}

const inequalities = new Set(['<', '<=', '>', '>=', '!=', 'not-in']);

function isNullOrNaN(value: unknown): boolean {
  return value === null || Number.isNaN(value);
}

/**
 * A naive evaluator of queries, written from the documentation for comparison with the emulator.
 * It has no indexes and takes no shortcuts: filter all, sort all, cut.
 *
 * @param db creates references from names.
 */
export class Reference {
  readonly #db: Firestore;
  readonly #documents: readonly ReferenceDocument[];

  constructor(db: Firestore, documents: readonly ReferenceDocument[]) {
    this.#db = db;
    this.#documents = documents;
  }

  /** The value of a field, or undefined if the document does not have it. */
  #value(document: ReferenceDocument, field: string): unknown {
    if (field === nameField) return this.#db.doc(document.path);
    let value: unknown = document.data;
    for (const segment of field.split('.')) {
      if (typeOf(value) !== 'map') return undefined;
      value = new Map<string, unknown>(Object.entries(value ?? {})).get(segment);
    }
    return value;
  }

  /** Names in filters and cursors may be given as ids or paths. */
  #operand(spec: QuerySpec, field: string, value: unknown): unknown {
    if (field !== nameField) return value;
    if (Array.isArray(value)) return value.map((each) => this.#operand(spec, field, each));
    if (typeof value !== 'string') return value;
    return this.#db.doc(spec.group ? value : `${spec.collection}/${value}`);
  }

  #matches(spec: QuerySpec, filter: FilterSpec, document: ReferenceDocument): boolean {
    if (filter.kind !== 'field') {
      const holds = (part: FilterSpec) => this.#matches(spec, part, document);
      return filter.kind === 'and' ? filter.parts.every(holds) : filter.parts.some(holds);
    }
    const value = this.#value(document, filter.field);
    const operand = this.#operand(spec, filter.field, filter.value);
    if (value === undefined) return false;
    const equals = (other: unknown) => compareValues(value, other) === 0;
    const list: unknown[] = Array.isArray(operand) ? operand : [];
    const compared = compareValues(value, operand);
    const comparable = typeOf(value) === typeOf(operand);
    const contains = (wanted: unknown) =>
      Array.isArray(value) &&
      !isNullOrNaN(wanted) &&
      value.some((element) => compareValues(element, wanted) === 0);
    switch (filter.op) {
      case '==':
        return equals(operand);
      case '!=':
        return value !== null && !equals(operand);
      case '<':
        return comparable && compared < 0;
      case '<=':
        return comparable && compared <= 0;
      case '>':
        return comparable && compared > 0;
      case '>=':
        return comparable && compared >= 0;
      case 'in':
        return list.some((each) => !isNullOrNaN(each) && equals(each));
      case 'not-in':
        return value !== null && !list.includes(null) && !list.some(equals);
      case 'array-contains':
        return contains(operand);
      case 'array-contains-any':
        return list.some(contains);
    }
  }

  /** The explicit orders, then the other inequality fields, then the name. */
  orders({ filter, orders }: QuerySpec): OrderSpec[] {
    const direction = orders.at(-1)?.direction ?? 'asc';
    const fields = [...new Set(filter ? inequalityFields(filter) : [])]
      .filter((field) => field !== nameField)
      .sort();
    const all = [...orders];
    for (const field of [...fields, nameField]) {
      if (!all.some((order) => order.field === field)) all.push({ field, direction });
    }
    return all;
  }

  #compareTo(
    document: ReferenceDocument,
    spec: QuerySpec,
    orders: readonly OrderSpec[],
    { at }: CursorSpec,
  ): number {
    const boundary = this.#documents.find(({ path }) => 'path' in at && path === at.path);
    for (const [nth, { field, direction }] of orders.entries()) {
      if ('values' in at && nth >= at.values.length) break;
      const operand =
        'values' in at
          ? this.#operand(spec, field, at.values[nth])
          : boundary && this.#value(boundary, field);
      const result = compareValues(this.#value(document, field), operand);
      if (result !== 0) return direction === 'asc' ? result : -result;
    }
    return 0;
  }

  /** Runs a query over all documents. */
  run(spec: QuerySpec): ReferenceResult {
    const orders = this.orders(spec);
    const { filter, start, end, limit } = spec;
    const found = this.#documents
      .filter(({ path }) => inCollection(path, spec))
      .filter((document) => filter === undefined || this.#matches(spec, filter, document))
      .filter((document) => orders.every(({ field }) => this.#value(document, field) !== undefined))
      .sort((left, right) => {
        for (const { field, direction } of orders) {
          const result = compareValues(this.#value(left, field), this.#value(right, field));
          if (result !== 0) return direction === 'asc' ? result : -result;
        }
        return comparePaths(left.path, right.path);
      })
      .filter((document) => {
        if (start === undefined) return true;
        const side = this.#compareTo(document, spec, orders, start);
        return start.inclusive ? side >= 0 : side > 0;
      })
      .filter((document) => {
        if (end === undefined) return true;
        const side = this.#compareTo(document, spec, orders, end);
        return end.inclusive ? side <= 0 : side < 0;
      })
      .map(({ path }) => path);
    const page = spec.last
      ? found.slice(0, Math.max(0, found.length - spec.offset))
      : found.slice(spec.offset);
    const skipped = found.length - page.length;
    if (limit === undefined) return { paths: page, skipped };
    return { paths: spec.last ? page.slice(-limit) : page.slice(0, limit), skipped };
  }
}

function inCollection(path: string, { collection, group }: QuerySpec): boolean {
  const parent = path.split('/').slice(0, -1);
  return group ? parent.at(-1) === collection : parent.join('/') === collection;
}

function inequalityFields(filter: FilterSpec): string[] {
  if (filter.kind !== 'field') return filter.parts.flatMap(inequalityFields);
  return inequalities.has(filter.op) ? [filter.field] : [];
}
