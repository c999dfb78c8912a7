import type { WhereFilterOp } from 'firebase-admin/firestore';
import { expect } from 'vitest';
import { asAdmin, databaseName, openRaw, responses } from '../connection.ts';
import { fill, ids } from '../documents.ts';
import type { Probes, Stage } from '../probe.ts';

const documents = {
  a: { v: 1, tags: ['x', 1] },
  b: { v: 2, tags: ['y', null] },
  c: { v: 3, tags: [] },
  d: { v: null, tags: [Number.NaN, 'x'] },
  e: { v: Number.NaN, tags: 'x' },
  f: { v: 'text', tags: ['no'] },
  g: { other: 1, tags: null },
  h: { v: [1, 2], tags: [{ k: 1 }] },
  i: { v: { k: 1 } },
};

/** Runs one filter over the documents above; the ids are sorted, as orders are another theme. */
async function matching(
  { db }: Stage,
  field: string,
  operator: WhereFilterOp,
  value: unknown,
): Promise<string> {
  const things = db.collection('things');
  await fill(things, documents);
  return (await ids(things.where(field, operator, value))).sort().join('');
}

/** Every operator, with the odd values. */
export const filters: Probes = {
  async '== matches equal values only'(stage) {
    expect(await matching(stage, 'v', '==', 1)).toBe('a');
    expect(await matching(stage, 'v', '==', 'text')).toBe('f');
    expect(await matching(stage, 'v', '==', [1, 2])).toBe('h');
    expect(await matching(stage, 'v', '==', [2, 1])).toBe('');
    expect(await matching(stage, 'v', '==', { k: 1 })).toBe('i');
    expect(await matching(stage, 'v', '==', '1')).toBe('');
  },

  async '== null matches null, not missing fields'(stage) {
    expect(await matching(stage, 'v', '==', null)).toBe('d');
  },

  async '== NaN matches NaN'(stage) {
    expect(await matching(stage, 'v', '==', Number.NaN)).toBe('e');
  },

  async '!= leaves out the value, null and missing fields'(stage) {
    expect(await matching(stage, 'v', '!=', 1)).toBe('bcefhi');
    expect(await matching(stage, 'v', '!=', 'none')).toBe('abcefhi');
  },

  async '!= null matches every value but null'(stage) {
    expect(await matching(stage, 'v', '!=', null)).toBe('abcefhi');
  },

  async '!= NaN matches every value but NaN and null'(stage) {
    expect(await matching(stage, 'v', '!=', Number.NaN)).toBe('abcfhi');
  },

  async 'ranges match one type and never null or missing fields'(stage) {
    expect(await matching(stage, 'v', '>', 1)).toBe('bc');
    expect(await matching(stage, 'v', '>=', 1)).toBe('abc');
    expect(await matching(stage, 'v', '>', '')).toBe('f');
    expect(await matching(stage, 'v', '>', [])).toBe('h');
    expect(await matching(stage, 'v', '<', 0)).toBe('');
    expect(await matching(stage, 'v', '<=', 'text')).toBe('f');
    expect(await matching(stage, 'v', '<', 'text')).toBe('');
  },

  async 'in matches any of its values and ignores null and NaN'(stage) {
    expect(await matching(stage, 'v', 'in', [1, 'text', [1, 2], 'none'])).toBe('afh');
    expect(await matching(stage, 'v', 'in', [null, 2])).toBe('b');
    expect(await matching(stage, 'v', 'in', [null])).toBe('');
    expect(await matching(stage, 'v', 'in', [Number.NaN, 1])).toBe('a');
  },

  async 'not-in leaves out its values, null and missing fields'(stage) {
    expect(await matching(stage, 'v', 'not-in', [1, 'text', { k: 1 }])).toBe('bceh');
    expect(await matching(stage, 'v', 'not-in', [Number.NaN, 1])).toBe('bcefhi');
  },

  async 'not-in with null matches nothing'(stage) {
    expect(await matching(stage, 'v', 'not-in', [1, null])).toBe('');
  },

  async 'array-contains matches an element of an array'(stage) {
    expect(await matching(stage, 'tags', 'array-contains', 'x')).toBe('ad');
    expect(await matching(stage, 'tags', 'array-contains', 1)).toBe('a');
    expect(await matching(stage, 'tags', 'array-contains', { k: 1 })).toBe('h');
    expect(await matching(stage, 'tags', 'array-contains', 'z')).toBe('');
  },

  async 'array-contains with null or NaN matches nothing'(stage) {
    await fill(stage.db.collection('things'), documents);
    for (const value of [{ nullValue: 'NULL_VALUE' as const }, { doubleValue: Number.NaN }]) {
      expect(await rawMatches(stage, 'ARRAY_CONTAINS', 'tags', value)).toStrictEqual([]);
    }
    const x = { stringValue: 'x' };
    expect(await rawMatches(stage, 'ARRAY_CONTAINS', 'tags', x)).toHaveLength(2);
  },

  async 'array-contains-any matches any element and ignores null and NaN'(stage) {
    expect(await matching(stage, 'tags', 'array-contains-any', ['x', 'y'])).toBe('abd');
    expect(await matching(stage, 'tags', 'array-contains-any', [null, 1])).toBe('a');
    expect(await matching(stage, 'tags', 'array-contains-any', [Number.NaN])).toBe('');
  },

  async 'a nested field is filtered by its path'(stage) {
    expect(await matching(stage, 'v.k', '==', 1)).toBe('i');
    expect(await matching(stage, 'v.k.z', '==', 1)).toBe('');
  },

  async 'EQUAL with null or NaN on the wire matches nothing'(stage) {
    await fill(stage.db.collection('things'), documents);
    for (const value of [{ nullValue: 'NULL_VALUE' as const }, { doubleValue: Number.NaN }]) {
      expect(await rawMatches(stage, 'EQUAL', 'v', value)).toStrictEqual([]);
    }
  },
};

async function rawMatches(
  { emulator }: Stage,
  op: 'EQUAL' | 'ARRAY_CONTAINS',
  fieldPath: string,
  value: { nullValue: 'NULL_VALUE' } | { doubleValue: number } | { stringValue: string },
): Promise<unknown[]> {
  await using raw = openRaw(emulator.host);
  const stream = raw.runQuery(
    {
      parent: `${databaseName}/documents`,
      structuredQuery: {
        from: [{ collectionId: 'things' }],
        where: { fieldFilter: { field: { fieldPath }, op, value } },
      },
    },
    asAdmin,
  );
  return (await responses(stream)).filter(
    (response) =>
      typeof response === 'object' &&
      response !== null &&
      'document' in response &&
      response.document !== null,
  );
}
