import * as z from 'zod/mini';
import { day, jokeId } from '../../contract/index.ts';

/** `daily/facts`: the jokes of the last days, and those that have appeared in this round. */
export const dailyDocument = z.object({
  /** the jokes of the last days (UTC) that somebody asked for, the oldest first */
  days: z.array(z.object({ date: day, joke_id: jokeId })),
  /** the jokes that have appeared in this round: `joke_id` is bit (id mod 8) of byte ⌊id / 8⌋ */
  seen: z.instanceof(Uint8Array),
});
export type DailyJokes = z.infer<typeof dailyDocument>;

/** `discover/lists`: ids of the jokes that Random shows more often, as of the time they were listed. */
export const discoverDocument = z.object({
  /** when an instance began to make these lists */
  made_at: z.date(),
  /** those that may turn out to be among the best */
  contenders: z.array(jokeId),
  /** new ones with few votes */
  newcomers: z.array(jokeId),
});
export type DiscoverLists = z.infer<typeof discoverDocument>;
