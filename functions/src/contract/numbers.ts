import * as z from 'zod/mini';
import { admin } from './accounts.ts';
import { rejectReason } from './audit.ts';
import { count, described } from './fields.ts';
import { day, moment } from './moment.ts';
import { limits } from '../domain/limits.ts';

/** What happened on a day that has ended, as it was counted once. */
export const dayNumbers = z.strictObject({
  day: described(day, 'The day (UTC)'),
  submissions: described(count, 'Jokes submitted, except those deleted before the day was counted'),
  votes: described(count, 'Votes cast, also those discarded later'),
  approvals: described(count, 'As the log has them, also those undone later'),
  rejections: described(count, 'As the log has them, also those undone later'),
  people: described(
    z.array(z.extend(admin, { decisions: described(count, 'Approvals and rejections') })),
    'Who decided; approvals and rejections of nobody here are by people without an account now',
  ),
  reasons: described(
    z.array(
      z.strictObject({
        reason: rejectReason,
        rejections: described(count, 'Rejections with this reason'),
      }),
    ),
    'Why jokes were rejected; the other rejections have no reason',
  ),
});
export type DayNumbers = z.infer<typeof dayNumbers>;

export const numbers = z.strictObject({
  waiting: described(count, 'Pending jokes'),
  oldest_at: described(
    z.nullable(moment),
    'When the first of them was submitted; null without one',
  ),
  counting: described(
    z.boolean(),
    'Whether days are missing, which are being counted: ask again in a few seconds',
  ),
  days: described(
    z.array(dayNumbers),
    `The last ${limits.numberDays} days that have ended, the earliest first`,
  ),
});
