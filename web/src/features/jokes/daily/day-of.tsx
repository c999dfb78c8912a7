const FORMAT = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** A day as 'November 23, 2026'. @param date in UTC, in ISO format, with or without a time */
export function DayOf({ date }: { date: string }) {
  return <time dateTime={date.slice(0, 10)}>{FORMAT.format(new Date(date))}</time>;
}
