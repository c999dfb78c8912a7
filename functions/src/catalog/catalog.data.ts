import { FieldPath, FieldValue, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { isStorable } from '../contract/index.ts';
import {
  openDocument,
  parseSnapshot,
  parseOrReport,
  reportNothing,
  type DataSource,
} from '../platform/database/stored-document.data.ts';
import { emptyRoot, shelfOf, type CatalogRoot } from './catalog-root.ts';
import { tagsDocument, type TagIndex } from './tag-index.ts';

const DAY_MS = 86_400_000;

const count = z.int().check(z.minimum(0));

const rootDocument = z.object({
  revision: count,
  next_joke_id: z.int().check(z.minimum(1)),
  totals: z.object({ approved: count, pending: count, rejected: count }),
  statuses: z.instanceof(Uint8Array),
  shelf_versions: z.array(count),
  tags_version: z._default(count, 0),
  prior: z.number().check(z.minimum(1), z.maximum(5)),
});

const shelfDocument = z.object({
  texts: z.record(z.string(), z.string()),
  /** see `ShelfContent` */
  days: z.record(z.string(), z.int().check(z.refine((day) => isStorable(day * DAY_MS)))),
});

/** What is stored about the jokes of a shelf, by joke id. */
export interface ShelfContent {
  texts: Map<number, string>;
  /** the day (UTC, counted from January 1, 1970) on which the text was written or last edited */
  days: Map<number, number>;
}

/** A text and the time when it was written or last edited. */
export interface DatedText {
  text: string;
  written: Date;
}

/** The day (UTC) of a time, counted from January 1, 1970. */
export function dayOf(time: Date): number {
  return Math.floor(time.getTime() / DAY_MS);
}

/** A day in the format of W3C Datetime, such as `2026-11-22`. */
export function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function byId<Value>(record: Record<string, Value>): Map<number, Value> {
  return new Map(Object.entries(record).map(([id, value]) => [Number(id), value]));
}

function contentOf({ texts, days }: z.infer<typeof shelfDocument>): ShelfContent {
  return { texts: byId(texts), days: byId(days) };
}

/** The fields of a shelf with these texts. */
function shelfFields(texts: Iterable<readonly [jokeId: number, dated: DatedText]>) {
  const entries = [...texts];
  return {
    texts: Object.fromEntries(entries.map(([id, { text }]) => [id, text])),
    days: Object.fromEntries(entries.map(([id, { written }]) => [id, dayOf(written)])),
  };
}

/** Shelves read in one call: 50 of them are at most 20 MB, in practice 1 MB. */
const SHELVES_PER_READ = 50;

export type CatalogData = ReturnType<typeof createCatalogData>;

/** Reads and writes of `catalog/root`, `catalog/tags` and `catalog/shelf-NNNNN`. */
export function createCatalogData({ db, report = reportNothing }: DataSource) {
  const catalog = db.collection('catalog');
  const root = catalog.doc('root');
  const shelf = (number: number) => catalog.doc(`shelf-${String(number).padStart(5, '0')}`);

  return {
    /** Which jokes have which tags. */
    tags: openDocument<TagIndex>({ db, report }, ['catalog', 'tags'], tagsDocument),

    /**
     * The root, read in the transaction if one is given; an empty root on a new site.
     * @throws MalformedDocument
     */
    readRoot: async (transaction?: Transaction): Promise<CatalogRoot> => {
      const snapshot = transaction ? await transaction.get(root) : await root.get();
      return parseSnapshot(rootDocument, snapshot) ?? emptyRoot();
    },

    /** Writes the root; fields that this version of the code does not know are left alone. */
    writeRoot(transaction: Transaction, value: CatalogRoot): void {
      const statuses = Buffer.from(value.statuses);
      transaction.set(root, { ...value, statuses }, { merge: true });
    },

    /**
     * A shelf, read in a transaction; undefined if there is no such shelf.
     * @throws MalformedDocument
     */
    async readShelf(transaction: Transaction, number: number): Promise<ShelfContent | undefined> {
      const stored = parseSnapshot(shelfDocument, await transaction.get(shelf(number)));
      return stored && contentOf(stored);
    },

    /** The number of the last stored shelf, -1 if no shelf is stored; one billed read per shelf. */
    async lastShelf(): Promise<number> {
      const name = FieldPath.documentId();
      const shelves = await catalog
        .where(name, '>=', 'shelf-')
        .where(name, '<', 'shelf.')
        .orderBy(name)
        .select()
        .get();
      return shelves.docs.reduce((most, { id }) => Math.max(most, Number(id.slice(6))), -1);
    },

    /**
     * These shelves, in the same order; one billed read each. A malformed shelf is reported and returned
     * without texts.
     */
    async readShelves(numbers: readonly number[]): Promise<ShelfContent[]> {
      const shelves: ShelfContent[] = [];
      for (let start = 0; start < numbers.length; start += SHELVES_PER_READ) {
        const part = numbers.slice(start, start + SHELVES_PER_READ);
        for (const snapshot of await db.getAll(...part.map(shelf))) {
          const stored = parseOrReport(shelfDocument, snapshot, report);
          shelves.push(contentOf(stored ?? { texts: {}, days: {} }));
        }
      }
      return shelves;
    },

    /** Writes the texts of jokes, by id, to their shelves without reading the shelves. */
    putTexts(transaction: Transaction, texts: ReadonlyMap<number, DatedText>): void {
      for (const [number, entries] of Map.groupBy(texts, ([jokeId]) => shelfOf(jokeId))) {
        transaction.set(shelf(number), shelfFields(entries), { merge: true });
      }
    },

    removeText(transaction: Transaction, jokeId: number): void {
      const id = String(jokeId);
      transaction.update(
        shelf(shelfOf(jokeId)),
        new FieldPath('texts', id),
        FieldValue.delete(),
        new FieldPath('days', id),
        FieldValue.delete(),
      );
    },

    /** Replaces a whole shelf. */
    writeShelf(transaction: Transaction, number: number, texts: Map<number, DatedText>): void {
      transaction.set(shelf(number), shelfFields(texts));
    },
  };
}
