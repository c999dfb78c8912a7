import type * as z from 'zod/mini';
import { rootDocument, shelfDocument } from '../catalog/catalog.data.ts';
import { markDocument } from '../database/restore-mark.data.ts';
import { auditDocument } from '../features/audit/audit.data.ts';
import { leaseDocument } from '../features/images/image-leases.data.ts';
import { jokeDocument } from '../features/jokes/joke-document.ts';
import { ratingDocument } from '../features/ratings/ratings.data.ts';
import {
  adminDocument,
  firstAdminDocument,
  GUESS_LINE,
  lineDocument,
  sessionDocument,
  userDocument,
} from '../features/sessions/sign-in.data.ts';
import { throttleDocument } from '../features/throttles/throttles.data.ts';
import { keyDocument } from '../features/voters/site-key.data.ts';

/** The schemas of each collection's documents, and of documents that differ from the others there. */
export const SCHEMAS: Readonly<Record<string, z.ZodMiniType>> = {
  admins: adminDocument,
  audit: auditDocument,
  catalog: shelfDocument,
  'catalog/root': rootDocument,
  image_leases: leaseDocument,
  jokes: jokeDocument,
  ratings: ratingDocument,
  restores: markDocument,
  secrets: keyDocument,
  sessions: sessionDocument,
  setup: firstAdminDocument,
  throttles: throttleDocument,
  [`throttles/${GUESS_LINE}`]: lineDocument,
  users: userDocument,
};

/** The schema of a document; undefined for an unknown collection. */
export function schemaOf(collection: string, id: string): z.ZodMiniType | undefined {
  return SCHEMAS[`${collection}/${id}`] ?? SCHEMAS[collection];
}
