import { isDocumentName, type FieldPath } from '../values/field-path.ts';
import type { IndexDefinitions, IndexMode, QueryScope } from './index-definitions.ts';
import {
  isContainment,
  isEquality,
  isNameOrder,
  type Order,
  type Source,
} from '../queries/query.ts';
import type { QueryPlan } from '../queries/query-plan.ts';

/** What one alternative of a query needs from the indexes. */
interface Need {
  readonly collectionId: string;
  readonly scope: QueryScope;
  /** Fields pinned by equality. */
  readonly equal: readonly FieldPath[];
  /** The field of an array-contains filter. */
  readonly contains: FieldPath | null;
  /** The order without the fields that are pinned and without `__name__`. */
  readonly order: readonly Order[];
  readonly nameDescending: boolean;
}

/** An index definition that would serve a query, in the format of firestore.indexes.json. */
interface MissingIndex {
  readonly collectionGroup: string;
  readonly queryScope: QueryScope;
  readonly fields: readonly Readonly<Record<string, string>>[];
}

/** Finds the first missing index of a query; null when it can run. */
export type FindMissingIndex = (
  definitions: IndexDefinitions,
  plan: QueryPlan,
) => MissingIndex | null;

/** Each alternative of the query must be served by automatic, declared or merged indexes. */
export const findMissingIndex: FindMissingIndex = (definitions, plan) => {
  const { source } = plan.query;
  if (source.kind === 'kindless') return null;
  for (const disjunct of plan.disjuncts) {
    const need = needOf(plan, disjunct, source);
    if (!isServedAutomatically(definitions, need, plan) && !isServedByDeclared(definitions, need)) {
      return definitionFor(need);
    }
  }
  return null;
};

function needOf(
  plan: QueryPlan,
  disjunct: QueryPlan['disjuncts'][number],
  source: Exclude<Source, { kind: 'kindless' }>,
): Need {
  const fields = disjunct.filter(({ field }) => !isDocumentName(field));
  const equal = new Map<string, FieldPath>();
  for (const { field, operator } of fields) if (isEquality(operator)) equal.set(field.text, field);
  const order = plan.order.filter((item) => !isNameOrder(item) && !equal.has(item.field.text));
  const descending = plan.order.at(-1)?.descending ?? false;
  for (const field of plan.required) {
    const known = equal.has(field.text) || order.some((item) => item.field.text === field.text);
    if (!known && !isDocumentName(field)) order.push({ field, descending });
  }
  return {
    collectionId: source.id,
    scope: source.kind === 'group' ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal: [...equal.values()],
    contains: fields.find(({ operator }) => isContainment(operator))?.field ?? null,
    order,
    nameDescending: descending,
  };
}

function directionOf(descending: boolean): IndexMode {
  return descending ? 'DESCENDING' : 'ASCENDING';
}

/** Whether the field has a single-field index: automatic, or as its override says. */
function hasSingleField(
  definitions: IndexDefinitions,
  { collectionId, scope }: Need,
  field: FieldPath,
  mode: IndexMode,
): boolean {
  const override = definitions.overrides
    .filter((item) => item.collectionId === collectionId)
    .filter(({ segments }) => segments.every((segment, i) => field.segments[i] === segment))
    .reduce<IndexDefinitions['overrides'][number] | undefined>(
      (nearest, item) =>
        nearest && nearest.segments.length >= item.segments.length ? nearest : item,
      undefined,
    );
  if (override === undefined) return scope === 'COLLECTION';
  return override.indexes.some((index) => index.scope === scope && index.mode === mode);
}

function isServedAutomatically(
  definitions: IndexDefinitions,
  need: Need,
  plan: QueryPlan,
): boolean {
  const { equal, contains, order, nameDescending } = need;
  const has = (field: FieldPath, mode: IndexMode): boolean =>
    hasSingleField(definitions, need, field, mode);
  const [only] = equal;
  const [first] = plan.order;
  // One field, pinned and ordered by: its own index holds it in that order.
  if (only && first && equal.length === 1 && contains === null && plan.order.length === 2) {
    const direction = directionOf(nameDescending);
    const sameField = first.field.text === only.text && first.descending === nameDescending;
    if (order.length === 0 && sameField && has(only, direction)) return true;
  }
  if (order.length === 0 && !nameDescending) {
    if (contains === null) return equal.every((field) => has(field, 'ASCENDING'));
    return equal.length === 0 && has(contains, 'CONTAINS');
  }
  const [single, second] = order;
  if (single === undefined || second !== undefined || equal.length > 0 || contains !== null) {
    return false;
  }
  return single.descending === nameDescending && has(single.field, directionOf(single.descending));
}

/** Whether declared indexes, alone or merged, cover all pinned fields and end in the order. */
function isServedByDeclared(definitions: IndexDefinitions, need: Need): boolean {
  const { equal, contains, order, nameDescending } = need;
  const wanted = new Set(equal.map(({ text }) => text));
  const covered = new Set<string>();
  let coversContains = contains === null;
  let served = false;
  for (const index of definitions.composites) {
    if (index.collectionId !== need.collectionId || index.scope !== need.scope) continue;
    const last = index.fields.at(-1);
    const named = last?.field === '__name__';
    if ((last?.mode === 'DESCENDING') !== nameDescending) continue;
    const fields = named ? index.fields.slice(0, -1) : index.fields;
    const prefix = fields.slice(0, Math.max(0, fields.length - order.length));
    const suffix = fields.slice(prefix.length);
    const ordered = order.every(({ field, descending }, i) => {
      const entry = suffix[i];
      return entry?.field === field.text && entry.mode === directionOf(descending);
    });
    const pinned = prefix.every(({ field, mode }) =>
      mode === 'CONTAINS' ? field === contains?.text : wanted.has(field),
    );
    if (!ordered || !pinned) continue;
    served = true;
    for (const { field, mode } of prefix) {
      if (mode === 'CONTAINS') coversContains = true;
      else covered.add(field);
    }
  }
  if (!served || !coversContains) return false;
  // Single-field indexes end in `__name__` ascending and merge with declared ones that do.
  const mergesAutomatic = order.length === 0 && !nameDescending;
  return equal.every(
    (field) =>
      covered.has(field.text) ||
      (mergesAutomatic && hasSingleField(definitions, need, field, 'ASCENDING')),
  );
}

function definitionFor(need: Need): MissingIndex {
  const direction = directionOf(need.nameDescending);
  const fields: Record<string, string>[] = [];
  if (need.contains) fields.push({ fieldPath: need.contains.text, arrayConfig: 'CONTAINS' });
  for (const { text } of need.equal) fields.push({ fieldPath: text, order: 'ASCENDING' });
  for (const { field, descending } of need.order) {
    fields.push({ fieldPath: field.text, order: directionOf(descending) });
  }
  const last = fields.at(-1);
  const implied = last !== undefined && (last['order'] === 'DESCENDING') === need.nameDescending;
  if (!implied) fields.push({ fieldPath: '__name__', order: direction });
  return { collectionGroup: need.collectionId, queryScope: need.scope, fields };
}
