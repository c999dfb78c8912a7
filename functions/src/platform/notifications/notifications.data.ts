import * as z from 'zod/mini';

/** `notifications/state`: when the last message was sent, and what the next one says */
export const notificationsDocument = z.object({
  sent_at: z.nullable(z.date()),
  /** whether the number of pending jokes has reached another step */
  waiting: z.boolean(),
  /** how many jokes were reported for the first time */
  reported: z.int(),
});
export type NotificationState = z.infer<typeof notificationsDocument>;
