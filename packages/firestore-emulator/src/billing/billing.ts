import { isDocumentName } from '../values/field-path.ts';
import { matches, valueOf, type FilterRules } from '../queries/filter.ts';
import { isInequality } from '../queries/query.ts';
import type { QueryPlan } from '../queries/query-plan.ts';
import type { Document } from '../values/value.ts';

const ENTRIES_PER_READ = 1_000;

/** What a call costs in billed operations. */
export interface Cost {
  readonly reads: number;
  readonly writes: number;
  readonly deletes: number;
}

/** The price of a call that was refused. */
export const FREE: Cost = { reads: 0, writes: 0, deletes: 0 };

/** @returns the cost of a call that only reads */
export function reading(reads: number): Cost {
  return { reads, writes: 0, deletes: 0 };
}

/** The numbers that a query's price depends on. */
export interface QueryUse {
  readonly returned: number;
  readonly skipped: number;
  /** Index entries read; 0 unless the query has two or more range fields. */
  readonly entries: number;
}

/**
 * Documents returned and documents skipped by the offset, plus one per 1,000 index entries read
 * where these are charged, and never less than one.
 */
export function billQuery({ returned, skipped, entries }: QueryUse): number {
  return Math.max(1, returned + skipped + Math.ceil(entries / ENTRIES_PER_READ));
}

/** One per 1,000 index entries, at least one. */
export function billAggregation(entries: number): number {
  return Math.max(1, Math.ceil(entries / ENTRIES_PER_READ));
}

/**
 * Counts the index entries that a query with two or more range fields reads: those that satisfy its
 * equalities and the range on the first field of its order. Fewer range fields: 0, not charged.
 */
export function chargedEntries(
  rules: FilterRules,
  plan: QueryPlan,
  documents: () => Iterable<Document>,
): number {
  const ranged = plan.disjuncts.some((disjunct) => {
    const fields = disjunct
      .filter(({ operator, field }) => isInequality(operator) && !isDocumentName(field))
      .map(({ field }) => field.text);
    return new Set(fields).size > 1;
  });
  if (!ranged) return 0;
  const first = plan.order[0]?.field.text;
  const scans = plan.disjuncts.map((disjunct) =>
    disjunct.filter(({ operator, field }) => !isInequality(operator) || field.text === first),
  );
  let entries = 0;
  for (const document of documents()) {
    if (plan.order.some(({ field }) => valueOf(document, field) === undefined)) continue;
    if (scans.some((filters) => matches(rules, document, { kind: 'and', filters }))) entries += 1;
  }
  return entries;
}
