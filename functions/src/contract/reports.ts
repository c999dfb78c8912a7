import * as z from 'zod/mini';
import { joke, jokeId } from './entities.ts';
import { count, described, integerText } from './fields.ts';
import { limits, REPORT_REASONS } from '../domain/limits.ts';
import { moment } from './moment.ts';

export const reportReason = z.enum(REPORT_REASONS);
export type ReportReason = z.infer<typeof reportReason>;

/** How many browsers have reported a joke for each reason. */
export const reportCounts = z.strictObject({
  offensive: count,
  duplicate: count,
  personal_data: count,
  other: count,
});

export const report = z.strictObject({ joke_id: jokeId, reason: reportReason });
export const reportReceipt = z.strictObject({ joke_id: jokeId, reported: z.literal(true) });

/** Where a page ends: the joke's reports, the time of the last one in milliseconds since the epoch, and its id. */
const reportedPosition = z
  .string()
  .check(z.regex(/^\d{1,9}_-?\d{1,15}_[1-9]\d{0,8}$/, 'Must be the `next` of a page'));

export const reportedQuery = z.strictObject({
  after: described(z.optional(reportedPosition), 'The `next` of the page before'),
  limit: z._default(
    integerText(1, limits.reportedMaxPageSize, 'Jokes per page'),
    limits.reportedPageSize,
  ),
});
const reportedJoke = z.strictObject({
  joke,
  reasons: described(reportCounts, 'How many browsers gave each reason'),
  total: described(count, 'How many browsers reported it'),
  first_reported_at: moment,
  last_reported_at: moment,
});
export type ReportedJoke = z.infer<typeof reportedJoke>;
export const reportedPage = z.strictObject({
  reported: described(
    z.array(reportedJoke),
    'The most reported first, of those the most recently reported',
  ),
  total: described(count, 'Reported jokes'),
  next: described(z.nullable(z.string()), '`after` for the next page; null at the end'),
});
