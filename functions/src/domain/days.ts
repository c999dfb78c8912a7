export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
/** Days and weeks are in UTC. */
export const DAY_MS = 24 * HOUR_MS;

/** The midnight at which a time's day began. */
export function startOfDay(time: Date): Date {
  return new Date(Math.floor(time.getTime() / DAY_MS) * DAY_MS);
}

/** The date of a time, such as `2026-11-22`. */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}

/** The date of the Monday of a time's week. */
export function weekOf(time: Date): string {
  const daysSinceMonday = (time.getUTCDay() + 6) % 7;
  return dateOf(new Date(time.getTime() - daysSinceMonday * DAY_MS));
}
