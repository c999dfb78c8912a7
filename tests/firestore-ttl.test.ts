import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import indexes from '../firestore.indexes.json' with { type: 'json' };

const source = join(import.meta.dirname, '..', 'functions', 'src');

/** The collections whose data files declare documents that expire. */
function expiringCollections(): string[] {
  return globSync('**/*.data.ts', { cwd: source })
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .filter((text) => /\bexpires_at: z\./.test(text))
    .flatMap((text) =>
      [...text.matchAll(/\bopenCollection\(db, '(\w+)'\)/g)].map(([, name = '']) => name),
    );
}

test('Firestore has a TTL policy for every collection whose documents expire', () => {
  const overrides = z.array(
    z.object({ collectionGroup: z.string(), fieldPath: z.string(), ttl: z.optional(z.boolean()) }),
  );
  const deleted = overrides
    .parse(indexes.fieldOverrides)
    .filter(({ ttl, fieldPath }) => ttl === true && fieldPath === 'expires_at')
    .map(({ collectionGroup }) => collectionGroup);
  expect(expiringCollections().length).toBeGreaterThan(0);
  expect(deleted.toSorted()).toEqual([...new Set(expiringCollections())].toSorted());
});
