import type {
  DocumentData,
  DocumentSnapshot,
  Firestore,
  Query,
  UpdateData,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { rootDocument, shelfDocument } from '../catalog/catalog.data.ts';
import { tagsDocument } from '../catalog/tag-index.ts';
import { ungroupedFields } from '../catalog/tally.ts';
import type { Context } from '../context.ts';
import { readPages } from '../platform/database/query-pages.data.ts';
import { markDocument } from '../platform/database/restore-mark.data.ts';
import {
  describeMalformed,
  MalformedDocument,
  parseFields,
  SCHEMA_VERSION,
} from '../platform/database/stored-document.data.ts';
import { jokeAuditDocument } from '../platform/audit/audit.data.ts';
import {
  dailyDocument,
  discoverDocument,
  weekRanksDocument,
} from '../features/jokes/shared-documents.data.ts';
import { jokeDocument } from '../features/jokes/joke-document.ts';
import { claimDocument } from '../features/moderation/claims.data.ts';
import { numbersDocument } from '../features/moderation/numbers.data.ts';
import { ratingDocument } from '../features/ratings/ratings.data.ts';
import { reportDocument, reportedJokeDocument } from '../features/reports/reports.data.ts';
import { invitationDocument, peopleLogDocument } from '../features/sessions/people.data.ts';
import {
  adminDocument,
  firstAdminDocument,
  GUESS_LINE,
  lineDocument,
  sessionDocument,
  userDocument,
} from '../features/sessions/sign-in.data.ts';
import { notificationsDocument } from '../platform/notifications/notifications.data.ts';
import { throttleDocument } from '../platform/throttles/throttles.data.ts';
import { keyDocument } from '../platform/signing/site-key.data.ts';
import { accessSite, type Observer } from './site-access.ts';

/** The schemas of each collection's documents, and of documents that differ from the others there. */
export const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  admins: adminDocument,
  audit: jokeAuditDocument,
  catalog: shelfDocument,
  'catalog/root': rootDocument,
  'catalog/tags': tagsDocument,
  claims: claimDocument,
  daily: dailyDocument,
  discover: discoverDocument,
  ranks: weekRanksDocument,
  invitations: invitationDocument,
  jokes: jokeDocument,
  notifications: notificationsDocument,
  numbers: numbersDocument,
  people_log: peopleLogDocument,
  ratings: ratingDocument,
  reported_jokes: reportedJokeDocument,
  reports: reportDocument,
  restores: markDocument,
  secrets: keyDocument,
  sessions: sessionDocument,
  setup: firstAdminDocument,
  throttles: throttleDocument,
  [`throttles/${GUESS_LINE}`]: lineDocument,
  users: userDocument,
};

/** The schema of a document; undefined for an unknown collection. */
function schemaOf(collection: string, id: string): z.ZodMiniType | undefined {
  return SCHEMAS[`${collection}/${id}`] ?? SCHEMAS[collection];
}

const counted = z.pick(jokeDocument, { histogram: true, prior: true });

type Fields = UpdateData<DocumentData>;

/**
 * Upgrades a document to the next version: returns the fields to set, besides `schema_version`. It must
 * be idempotent.
 * @param fields as stored, with Firestore's Timestamps
 */
type Step = (collection: string, id: string, fields: Readonly<Fields>) => Fields;

/** The step to each version that changes documents; the others only set `schema_version`. */
const STEPS: Readonly<Record<number, Step>> = {
  // Votes get groups; those so far have none.
  2: (collection, _id, fields) => {
    const joke = collection === 'jokes' && !fields['tally'] && counted.safeParse(fields);
    return joke && joke.success ? ungroupedFields(joke.data.histogram, joke.data.prior) : {};
  },
};

/** Votes on the documents of a page wait for its commit. */
const DOCUMENTS_PER_COMMIT = 100;

const version = z._default(z.int().check(z.minimum(0)), 0);

/** What a document needs. */
interface Examined {
  id: string;
  /** the fields to set; undefined if the document is current or has a problem */
  changes?: Fields;
  /** describes a malformed document, or one that a later version of this program wrote */
  problem?: string;
}

function describeNewer(path: string, stored: unknown): string {
  return `${path} has schema version ${Number(stored)}, from a later version of this program`;
}

function examine(snapshot: DocumentSnapshot): Examined {
  const { id, ref } = snapshot;
  const { path } = ref;
  const collection = ref.parent.id;
  const stored = snapshot.data() ?? {};
  const schema = schemaOf(collection, id);
  const from = version.safeParse(stored['schema_version']);
  if (!from.success)
    return { id, problem: describeMalformed({ path, fields: ['schema_version'] }) };
  if (!schema) return { id, problem: describeMalformed({ path, fields: ['unknown collection'] }) };
  if (from.data > SCHEMA_VERSION) return { id, problem: describeNewer(path, from.data) };
  let changes: Fields = {};
  for (let next = from.data + 1; next <= SCHEMA_VERSION; next += 1) {
    changes = { ...changes, ...STEPS[next]?.(collection, id, { ...stored, ...changes }) };
  }
  try {
    parseFields(schema, path, { ...stored, ...changes });
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    return { id, problem: describeMalformed(error) };
  }
  if (from.data === SCHEMA_VERSION) return { id };
  return { id, changes: { ...changes, schema_version: SCHEMA_VERSION } };
}

/**
 * Upgrades every document to the current schema version, 100 in a transaction; malformed and newer ones
 * are reported and skipped. It may be interrupted at any point and run again, and the site may run at the
 * same time. Costs a read per document and a write per upgraded document.
 * @returns the numbers of documents that were `upgraded`, that already had the `current` version, and that
 *   were `skipped`
 * @throws Error while a restore is unfinished
 */
export async function migrateDocuments(
  context: Context,
  { onProgress, onProblem, signal }: Observer,
) {
  const { db } = context;
  const { documents, restoreMark } = accessSite(context);
  if (await restoreMark.exists()) {
    throw new Error('A restore is unfinished: run npm run import -- <folder> again first.');
  }
  const upgrade = (page: Query) =>
    db.runTransaction(async (transaction) => {
      const { docs } = await transaction.get(page);
      return docs.map((document) => {
        const examined = examine(document);
        if (examined.changes) transaction.update(document.ref, examined.changes);
        return examined;
      });
    });
  const report = { upgraded: 0, current: 0, skipped: 0 };
  for (const collection of await documents.collections()) {
    let seen = 0;
    const pages = readPages(db.collection(collection), DOCUMENTS_PER_COMMIT, upgrade);
    for await (const page of pages) {
      signal?.throwIfAborted();
      for (const { changes, problem } of page) {
        if (changes) report.upgraded += 1;
        else if (problem === undefined) report.current += 1;
        else {
          report.skipped += 1;
          onProblem(problem);
        }
      }
      seen += page.length;
      onProgress(`Migrating ${collection}: ${seen.toLocaleString('en')}`);
    }
  }
  return report;
}

/** Describes the malformed documents of a small collection; one billed read per document. */
export async function listMalformed(db: Firestore, collection: string): Promise<string[]> {
  const { docs } = await db.collection(collection).get();
  return docs.flatMap((document) => examine(document).problem ?? []);
}

/** Describes a collection's documents of a later version; one billed read each, at least one. */
export async function listNewer(db: Firestore, collection: string): Promise<string[]> {
  const newer: Query = db.collection(collection).where('schema_version', '>', SCHEMA_VERSION);
  const { docs } = await newer.select('schema_version').get();
  return docs.map((document) => describeNewer(document.ref.path, document.get('schema_version')));
}
