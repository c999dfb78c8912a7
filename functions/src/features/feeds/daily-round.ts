import type { DailyJokes } from './daily.data.ts';

/** Days in the feed. */
const MAXIMUM_DAYS = 30;

/** The date (UTC) of a time in milliseconds since the epoch, such as `2026-11-22`. */
export function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** Whether the joke of a date is known. If a later one is, this clock is slow: nothing is missing. */
export function hasDay({ days }: DailyJokes, date: string): boolean {
  return (days.at(-1)?.date ?? '') >= date;
}

/** Those of these jokes that have not appeared in this round, which is over when there is none. */
export function unseenOf({ seen }: DailyJokes, approved: readonly number[]): number[] {
  return approved.filter((id) => ((seen[id >> 3] ?? 0) & (1 << (id & 7))) === 0);
}

/** Adds the joke of a day. @param newRound whether it begins a round */
export function withDay(
  { days, seen }: DailyJokes,
  date: string,
  joke_id: number,
  newRound: boolean,
): DailyJokes {
  const before = newRound ? new Uint8Array(0) : seen;
  const after = new Uint8Array(Math.max(before.length, (joke_id >> 3) + 1));
  after.set(before);
  after[joke_id >> 3] = (after[joke_id >> 3] ?? 0) | (1 << (joke_id & 7));
  return { days: [...days, { date, joke_id }].slice(-MAXIMUM_DAYS), seen: after };
}
