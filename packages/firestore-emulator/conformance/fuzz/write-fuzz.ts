import { inspect, isDeepStrictEqual } from 'node:util';
import type { Firestore } from 'firebase-admin/firestore';
import { Random } from './random.ts';
import { applyBatch, type Fields } from './write-reference.ts';
import { addTo, type Change, type WriteSpec } from './write-spec.ts';

const paths = ['written/a', 'written/b', 'written/c'];
const kinds: readonly WriteSpec['kind'][] = [
  'set',
  'merge',
  'merge',
  'create',
  'update',
  'update',
  'delete',
];
const scalars = [0, 1, 2, 0.5, null, 'x', '', true];
const elements = [0, 1, 'x', null, true];

function drawChange(random: Random, allowDelete: boolean): Change {
  const kind = random.below(allowDelete ? 8 : 7);
  if (kind < 2) return { kind: 'value', value: random.pick(scalars) };
  if (kind === 2) return { kind: 'value', value: random.some(elements, random.below(4)) };
  if (kind === 3) return { kind: 'value', value: {} };
  if (kind === 4) return { kind: 'increment', by: random.pick([1, -2, 0.5]) };
  if (kind === 7) return { kind: 'delete' };
  return { kind: kind === 5 ? 'union' : 'remove', elements: random.some(elements, 2) };
}

function drawWrite(random: Random): WriteSpec {
  const kind = random.pick(kinds);
  const allowDelete = kind === 'merge' || kind === 'update';
  const whole = random.chance(0.25);
  const fields = random.some(['a', 'b', ...(whole ? ['m'] : ['m.k', 'm.l'])], 1 + random.below(3));
  const changes = fields.map((field): [string, Change] => {
    const replaces = field === 'm' && kind === 'update' && random.chance(0.5);
    return [field, replaces ? { kind: 'value', value: { k: 1 } } : drawChange(random, allowDelete)];
  });
  return { kind, path: random.pick(paths), changes: new Map(changes) };
}

async function stored(db: Firestore): Promise<Map<string, Fields>> {
  const { docs } = await db.collection('written').get();
  return new Map(docs.map((document) => [document.ref.path, document.data()]));
}

/**
 * Commits random batches to an empty emulator and compares all documents with the reference after
 * each.
 *
 * @returns the number of batches that were committed, as others are refused.
 * @throws {Error} with the seed and the batch where the documents differ.
 */
export async function fuzzWrites(db: Firestore, seed: number, batches: number): Promise<number> {
  const random = new Random(seed);
  let documents = new Map<string, Fields>();
  let committed = 0;
  for (let nth = 0; nth < batches; nth += 1) {
    const writes = Array.from({ length: 1 + random.below(3) }, () => drawWrite(random));
    const expected = applyBatch(documents, writes);
    const batch = db.batch();
    for (const write of writes) addTo(batch, db, write);
    const accepted = await batch.commit().then(
      () => true,
      () => false,
    );
    const seen = await stored(db);
    const after = expected ?? documents;
    if (accepted !== (expected !== null) || !isDeepStrictEqual(seen, after)) {
      throw new Error(
        `Fuzz seed ${String(seed)}: a batch differs from the reference.\n` +
          inspect({ writes, before: documents, expected, accepted, seen }, { depth: 8 }),
      );
    }
    documents = after;
    if (accepted) committed += 1;
  }
  return committed;
}
