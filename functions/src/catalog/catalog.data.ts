import { FieldPath, FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  openCollection,
  parseSnapshot,
  parseOrReport,
  reportNothing,
  type ReportMalformed,
} from '../database/stored-document.data.ts';
import { DEFAULT_PRIOR } from './score.ts';
import { emptyRoot, shelfOf, type CatalogRoot } from './catalog-root.ts';

const count = z.int().check(z.minimum(0));

export const rootDocument = z.object({
  revision: count,
  next_joke_id: z.int().check(z.minimum(1)),
  totals: z.object({ approved: count, pending: count, rejected: count }),
  statuses: z.instanceof(Uint8Array),
  shelf_versions: z.array(count),
  prior: z._default(z.number().check(z.minimum(1), z.maximum(5)), DEFAULT_PRIOR),
});

export const shelfDocument = z.object({ texts: z.record(z.string(), z.string()) });

function textsById(texts: Record<string, string>): Map<number, string> {
  return new Map(Object.entries(texts).map(([id, text]) => [Number(id), text]));
}

/** Shelves read in one call: 50 of them are at most 20 MB, in practice 1 MB. */
const SHELVES_PER_READ = 50;

export type CatalogData = ReturnType<typeof createCatalogData>;

/** Reads and writes of `catalog/root` and `catalog/shelf-NNNNN`. */
export function createCatalogData(db: Firestore, report: ReportMalformed = reportNothing) {
  const catalog = openCollection(db, 'catalog');
  const root = catalog.doc('root');
  const shelf = (number: number) => catalog.doc(`shelf-${String(number).padStart(5, '0')}`);

  return {
    /**
     * The root, read in the transaction if one is given; an empty root on a new site.
     * @throws MalformedDocument
     */
    async readRoot(transaction?: Transaction): Promise<CatalogRoot> {
      const snapshot = transaction ? await transaction.get(root) : await root.get();
      return parseSnapshot(rootDocument, snapshot) ?? emptyRoot();
    },

    /** Writes the root; fields that this version of the code does not know are left alone. */
    writeRoot(transaction: Transaction, value: CatalogRoot): void {
      const statuses = Buffer.from(value.statuses);
      transaction.set(root, { ...value, statuses }, { merge: true });
    },

    /**
     * The texts of a shelf by joke id, read in a transaction; undefined if there is no such shelf.
     * @throws MalformedDocument
     */
    async readShelf(
      transaction: Transaction,
      number: number,
    ): Promise<Map<number, string> | undefined> {
      const stored = parseSnapshot(shelfDocument, await transaction.get(shelf(number)));
      return stored && textsById(stored.texts);
    },

    /** The number of the last stored shelf, -1 if no shelf is stored; one billed read per shelf. */
    async lastShelf(): Promise<number> {
      const name = FieldPath.documentId();
      const shelves = await catalog.where(name, '>=', 'shelf-').orderBy(name).select().get();
      return shelves.docs.reduce((most, { id }) => Math.max(most, Number(id.slice(6))), -1);
    },

    /**
     * The texts of these shelves by joke id, in the same order; one billed read each. A malformed shelf
     * is reported and returned without texts.
     */
    async readShelves(numbers: readonly number[]): Promise<Map<number, string>[]> {
      const shelves: Map<number, string>[] = [];
      for (let start = 0; start < numbers.length; start += SHELVES_PER_READ) {
        const part = numbers.slice(start, start + SHELVES_PER_READ);
        for (const snapshot of await db.getAll(...part.map(shelf))) {
          shelves.push(textsById(parseOrReport(shelfDocument, snapshot, report)?.texts ?? {}));
        }
      }
      return shelves;
    },

    /** Writes the texts of jokes, by id, to their shelves without reading the shelves. */
    putTexts(transaction: Transaction, texts: ReadonlyMap<number, string>): void {
      for (const [number, entries] of Map.groupBy(texts, ([jokeId]) => shelfOf(jokeId))) {
        transaction.set(shelf(number), { texts: Object.fromEntries(entries) }, { merge: true });
      }
    },

    removeText(transaction: Transaction, jokeId: number): void {
      transaction.update(
        shelf(shelfOf(jokeId)),
        new FieldPath('texts', String(jokeId)),
        FieldValue.delete(),
      );
    },

    /** Replaces a whole shelf. */
    writeShelf(transaction: Transaction, number: number, texts: Map<number, string>): void {
      transaction.set(shelf(number), { texts: Object.fromEntries(texts) });
    },
  };
}
