import { inspect } from 'node:util';
import type { DocumentSnapshot, Firestore } from 'firebase-admin/firestore';
import { Reference, type ReferenceDocument } from './reference.ts';
import { drawDocuments, drawPool } from './fuzz-documents.ts';
import { drawQuery } from './query-generator.ts';
import { toQuery, type QuerySpec } from './query-spec.ts';
import { Random } from './random.ts';

async function store(
  db: Firestore,
  documents: readonly ReferenceDocument[],
): Promise<Map<string, DocumentSnapshot>> {
  const batch = db.batch();
  for (const { path, data } of documents) batch.set(db.doc(path), data);
  await batch.commit();
  const snapshots = await db.getAll(...documents.map(({ path }) => db.doc(path)));
  return new Map(snapshots.map((snapshot) => [snapshot.ref.path, snapshot]));
}

async function outcome(run: () => Promise<readonly string[] | number>): Promise<string> {
  try {
    return (await run()).toString();
  } catch (error) {
    return String(error);
  }
}

/**
 * Stores one seed's documents in an empty emulator and compares random queries over them, and
 * their counts, with the reference.
 *
 * @param seed draws documents and queries; `queries` says how many.
 * @returns the number of documents that the queries returned, to show that they matched something.
 * @throws {Error} with the seed, the query and the documents where an answer differs.
 */
export async function fuzzRound(db: Firestore, seed: number, queries: number): Promise<number> {
  const random = new Random(seed);
  const pool = drawPool(random, db);
  const documents = drawDocuments(random, pool);
  const reference = new Reference(db, documents);
  const snapshots = await store(db, documents);
  const specs = Array.from({ length: queries }, () =>
    drawQuery({ random, pool, documents, reference }),
  );
  const answers = await Promise.allSettled(
    specs.map(async (spec, nth) => {
      const query = toQuery(db, spec, snapshots);
      const expected = reference.run(spec).paths;
      const listed = await outcome(async () => (await query.get()).docs.map(({ ref }) => ref.path));
      demand(seed, spec, documents, expected.toString(), listed);
      if (nth % 4 === 0 && !spec.last) {
        const counted = await outcome(async () => (await query.count().get()).data().count);
        demand(seed, spec, documents, String(expected.length), counted);
      }
      return expected.length;
    }),
  );
  let returned = 0;
  for (const answer of answers) {
    if (answer.status === 'rejected') throw answer.reason;
    returned += answer.value;
  }
  return returned;
}

function demand(
  seed: number,
  spec: QuerySpec,
  documents: readonly ReferenceDocument[],
  expected: string,
  seen: string,
): void {
  if (seen === expected) return;
  const show = (value: unknown) => inspect(value, { depth: 8, breakLength: 120 });
  throw new Error(
    `Fuzz seed ${String(seed)}: a query differs from the reference.\n` +
      `query: ${show(spec)}\nexpected: ${expected}\nseen: ${seen}\n` +
      `documents: ${show(documents.map(({ path, data }) => [path, data]))}`,
  );
}
