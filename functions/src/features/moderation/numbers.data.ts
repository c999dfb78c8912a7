import * as z from 'zod/mini';
import { dayNumbers } from '../../contract/index.ts';

/** `numbers/days`: what happened on the last days that have ended. A day in it does not change. */
export const numbersDocument = z.object({
  days: z.array(z.object(dayNumbers.shape)),
  /** until when nobody else counts the days that are missing; null if nobody does */
  counting_until: z.nullable(z.date()),
});
export type CountedDays = z.infer<typeof numbersDocument>;
