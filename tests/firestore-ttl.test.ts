import { expect, test } from 'vitest';
import * as z from 'zod';
import indexes from '../firestore.indexes.json' with { type: 'json' };
import { SCHEMAS } from '../functions/src/operations/migrations.data.ts';

const withShape = z.object({ shape: z.record(z.string(), z.unknown()) });

test('Firestore has a TTL policy for every collection whose documents expire', () => {
  const expiring = Object.entries(SCHEMAS)
    .filter(([, schema]) => 'expires_at' in withShape.parse(schema).shape)
    .map(([name]) => name.replace(/\/.*/, ''));
  const overrides = z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  );
  const deleted = overrides
    .parse(indexes.fieldOverrides)
    .filter(({ ttl, fieldPath }) => ttl === true && fieldPath === 'expires_at')
    .map(({ collectionGroup }) => collectionGroup);
  expect(expiring.length).toBeGreaterThan(0);
  expect(deleted.toSorted()).toEqual([...new Set(expiring)].toSorted());
});
