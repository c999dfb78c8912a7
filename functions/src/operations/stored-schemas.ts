import * as z from 'zod';
import { anyDocument } from '../catalog/joke.ts';
import { dailyDocument } from '../jokes/daily.service.ts';
import { changeDocument } from '../moderation/changes.data.ts';
import { reportContent } from '../moderation/reports.service.ts';
import { keyDocument } from '../platform/signing.service.ts';
import { adminDocument } from '../sessions/sign-in.data.ts';
import { ratingContent } from '../votes/ratings.service.ts';
import { voterDocument } from '../votes/voter-documents.data.ts';

/** The schemas of the documents that an export has, by collection. Of `setup`, only the existence counts. */
export const storedSchemas: ReadonlyMap<string, z.ZodType> = new Map<string, z.ZodType>([
  ['jokes', anyDocument],
  ['ratings', z.intersection(voterDocument, ratingContent)],
  ['reports', z.intersection(voterDocument, reportContent)],
  ['changes', changeDocument],
  ['daily', dailyDocument],
  ['admins', adminDocument],
  ['secrets', keyDocument],
]);
