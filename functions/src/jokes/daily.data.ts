import * as z from 'zod/mini';
import { day, jokeId } from '../contract/index.ts';

/** `daily/facts`: the jokes of the last days, and those that have appeared in this round. */
export const dailyDocument = z.object({
  /** the jokes of the last days (UTC) that somebody asked for, the oldest first */
  days: z.array(z.object({ date: day, joke_id: jokeId })),
  /** the jokes that have appeared in this round: `joke_id` is bit (id mod 8) of byte ⌊id / 8⌋ */
  seen: z.instanceof(Uint8Array),
});
export type DailyJokes = z.infer<typeof dailyDocument>;
