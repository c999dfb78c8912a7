import * as z from 'zod/mini';
import { jokeId, jokeStatus } from './entities.ts';
import { jokeContent } from './joke-content.ts';
import { count, described, integerText } from './fields.ts';
import { moment } from './moment.ts';
import { limits, REJECT_REASONS, REPORT_REASONS } from '../domain/limits.ts';

export const rejectReason = z.enum(REJECT_REASONS);
export type RejectReason = z.infer<typeof rejectReason>;

export const reportReason = z.enum(REPORT_REASONS);
export type ReportReason = z.infer<typeof reportReason>;

/** How many browsers have reported a joke for each reason. */
export const reportCounts = z.strictObject({
  offensive: count,
  duplicate: count,
  personal_data: count,
  other: count,
});
export type ReportCounts = z.infer<typeof reportCounts>;

/** What the log records. */
export const auditAction = z.enum([
  'approve',
  'reject',
  'edit',
  'tag',
  'delete',
  'undo',
  'keep',
  'generate-image',
]);
export type AuditAction = z.infer<typeof auditAction>;

/** The id of an entry in the log. */
export const auditId = z
  .string()
  .check(
    z.regex(/^[0-9A-Za-z]{20}$/, 'Must be the id of a log entry'),
    z.meta({ description: 'The id of an entry in the log' }),
  );

/** The changed fields of a joke, before or after an entry of the log. */
const auditedFields = z.strictObject({
  status: z.optional(jokeStatus),
  ...z.partial(jokeContent).shape,
  duplicate_of: described(z.optional(z.nullable(jokeId)), 'The joke that a rejected one repeats'),
  rating: z.optional(z.number()),
  num_votes: z.optional(count),
  reports: described(z.optional(reportCounts), 'The reports that the entry ended'),
});

const auditEntry = z.strictObject({
  audit_id: auditId,
  at: moment,
  actor: described(
    z.strictObject({ provider: z.string(), username: z.string() }),
    'Who acted: an administrator, or the operator with a command',
  ),
  action: auditAction,
  joke_id: jokeId,
  batch: described(
    z.nullable(z.string()),
    'Shared by the entries of one request about several jokes; null for others',
  ),
  before: auditedFields,
  after: described(z.nullable(auditedFields), 'null for a deleted joke'),
  reason: z.nullable(rejectReason),
  undone_by: described(z.nullable(auditId), 'The entry that undid this one'),
  can_undo: z.boolean(),
  kept_until: described(
    z.optional(moment),
    'Until when a deleted joke can be restored, unless its number is used again',
  ),
});
export type AuditEntry = z.infer<typeof auditEntry>;

export const auditQuery = z.strictObject({
  joke_id: z.optional(integerText(1, 999_999_999, 'Only entries about this joke')),
  action: described(z.optional(auditAction), 'Only these actions'),
  username: described(
    z.optional(z.string().check(z.minLength(1), z.maxLength(limits.searchMaxLength))),
    'Only what this administrator did',
  ),
  reason: described(z.optional(rejectReason), 'Only with this reason'),
  from: described(z.optional(moment), 'Not before this time'),
  to: described(z.optional(moment), 'Before this time'),
  limit: z._default(
    integerText(
      1,
      limits.auditMaxPageSize,
      'Entries per page; those of one request stay together, so there may be more',
    ),
    limits.auditPageSize,
  ),
  after: described(z.optional(auditId), 'The `next` of the page before'),
});
export const auditPage = z.strictObject({
  entries: described(z.array(auditEntry), 'The latest first'),
  next: described(z.nullable(auditId), '`after` for the next page; null at the end'),
});
