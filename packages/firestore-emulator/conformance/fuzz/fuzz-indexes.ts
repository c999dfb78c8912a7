import { arrayField, scalarFields } from './fuzz-documents.ts';

type Field = { fieldPath: string; order?: string; arrayConfig?: string };

const directions = ['ASCENDING', 'DESCENDING'] as const;
const scopes = ['COLLECTION', 'COLLECTION_GROUP'] as const;

function orderedLists(fields: readonly string[]): Field[][] {
  return fields.flatMap((fieldPath) => {
    const rest = orderedLists(fields.filter((each) => each !== fieldPath));
    return directions.flatMap((order) => [
      [{ fieldPath, order }],
      ...rest.map((list) => [{ fieldPath, order }, ...list]),
    ]);
  });
}

function subsets(fields: readonly string[]): Field[][] {
  const [fieldPath, ...rest] = fields;
  if (fieldPath === undefined) return [[]];
  const without = subsets(rest);
  return [...without, ...without.map((list) => [{ fieldPath, order: 'ASCENDING' }, ...list])];
}

/** Every composite index that a generated query can need, in the format of firestore.indexes.json. */
export function fuzzIndexes(): { indexes: object[]; fieldOverrides: object[] } {
  const contains: Field = { fieldPath: arrayField, arrayConfig: 'CONTAINS' };
  const heads: Field[][] = [
    [],
    [contains],
    ...scalarFields.map((fieldPath) => [{ fieldPath, order: 'ASCENDING' }]),
  ];
  const ordered = orderedLists(scalarFields).flatMap((tail) =>
    heads
      .filter(([head]) => !tail.some(({ fieldPath }) => fieldPath === head?.fieldPath))
      .map((head) => [...head, ...tail]),
  );
  const unordered = subsets(scalarFields).flatMap((set) => [set, [...set, contains]]);
  const indexes = scopes.flatMap((queryScope) =>
    [...ordered, ...unordered].flatMap((fields) =>
      directions.map((order) => ({
        collectionGroup: 'fuzz',
        queryScope,
        fields: [...fields, { fieldPath: '__name__', order }],
      })),
    ),
  );
  const modes = [...directions.map((order) => ({ order })), { arrayConfig: 'CONTAINS' }];
  const fieldOverrides = [...scalarFields, arrayField].map((fieldPath) => ({
    collectionGroup: 'fuzz',
    fieldPath,
    indexes: scopes.flatMap((queryScope) => modes.map((mode) => ({ ...mode, queryScope }))),
  }));
  return { indexes, fieldOverrides };
}
