/** The date (UTC) of a time, such as `2026-11-22`. */
export function dateOf(time: Date): string {
  return time.toISOString().slice(0, 10);
}
