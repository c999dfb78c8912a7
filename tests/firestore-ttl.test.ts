import { expect, test } from 'vitest';
import * as z from 'zod';
import indexes from '../firestore.indexes.json' with { type: 'json' };
import { sessionDocument } from '../functions/src/sessions/sign-in.data.ts';

test('Firestore has a TTL policy for every collection whose documents expire', () => {
  const expiring = { sessions: sessionDocument };
  for (const { shape } of Object.values(expiring)) expect(shape).toHaveProperty('expires_at');
  const overrides = z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  );
  const deleted = overrides
    .parse(indexes.fieldOverrides)
    .filter(({ ttl, fieldPath }) => ttl === true && fieldPath === 'expires_at')
    .map(({ collectionGroup }) => collectionGroup);
  expect(deleted.toSorted()).toEqual(Object.keys(expiring));
});
