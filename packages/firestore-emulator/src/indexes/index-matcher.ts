import { DOCUMENT_NAME, isDocumentName, type FieldPath } from '../values/field-path.ts';
import type { IndexDefinitions, IndexFields, IndexMode, QueryScope } from './index-definitions.ts';
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

const MODES: readonly IndexMode[] = ['ASCENDING', 'DESCENDING', 'CONTAINS'];

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
  const needs = plan.disjuncts.map((disjunct) => needOf(plan, disjunct, source));
  const missing = needs.find((need) => !isServed(need, indexesFor(definitions, need, plan.order)));
  return missing === undefined ? null : definitionFor(missing);
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
  return {
    collectionId: source.id,
    scope: source.kind === 'group' ? 'COLLECTION_GROUP' : 'COLLECTION',
    equal: [...equal.values()],
    contains: fields.find(({ operator }) => isContainment(operator))?.field ?? null,
    order,
    nameDescending: plan.order.at(-1)?.descending ?? false,
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

/** The declared indexes of the collection and the single-field ones of the query's fields. */
function indexesFor(
  definitions: IndexDefinitions,
  need: Need,
  orders: readonly Order[],
): readonly IndexFields[] {
  const { equal, contains, order } = need;
  const single = [...equal, ...order.map(({ field }) => field), ...(contains ? [contains] : [])]
    .flatMap((field) => MODES.map((mode) => ({ field, mode })))
    .filter(({ field, mode }) => hasSingleField(definitions, need, field, mode))
    // Whether equalities may be read in the descending order of names is not confirmed.
    .filter(
      ({ field, mode }) =>
        mode !== 'DESCENDING' || orders.some((item) => item.field.text === field.text),
    )
    .map(({ field, mode }) => [{ field: field.text, mode }]);
  const declared = definitions.composites
    .filter(({ collectionId, scope }) => collectionId === need.collectionId && scope === need.scope)
    .map(({ fields }) => fields);
  return [...declared, ...single];
}

/** Whether indexes, alone or merged, cover all pinned fields and end in the order. */
function isServed(need: Need, indexes: readonly IndexFields[]): boolean {
  const { equal, contains, order, nameDescending } = need;
  const pinned = new Set(equal.map(({ text }) => `${text} =`));
  if (contains !== null) pinned.add(`${contains.text} CONTAINS`);
  if (pinned.size + order.length === 0 && !nameDescending) return true;
  let served = false;
  const open = new Set(pinned);
  for (const index of indexes) {
    const last = index.at(-1);
    if ((last?.mode === 'DESCENDING') !== nameDescending) continue;
    const fields = last?.field === DOCUMENT_NAME ? index.slice(0, -1) : index;
    const prefix = fields
      .slice(0, Math.max(0, fields.length - order.length))
      .map(({ field, mode }) => `${field} ${mode === 'CONTAINS' ? mode : '='}`);
    const suffix = fields.slice(prefix.length);
    const ordered = order.every(
      ({ field, descending }, i) =>
        suffix[i]?.field === field.text && suffix[i].mode === directionOf(descending),
    );
    if (!ordered || !prefix.every((item) => pinned.has(item))) continue;
    served = true;
    for (const item of prefix) open.delete(item);
  }
  return served && open.size === 0;
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
