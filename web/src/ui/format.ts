/** The site is in American English, whatever the browser's language. */
const LOCALE = 'en-US';

const numbers = new Intl.NumberFormat(LOCALE);
const utcDays = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'long', timeZone: 'UTC' });

/** A number as '1,204'. */
export function numberText(value: number): string {
  return numbers.format(value);
}

/** A number with a noun, as '1 vote' or '1,204 votes'. @param many the plural */
export function countText(count: number, one: string, many = `${one}s`): string {
  return `${numberText(count)} ${count === 1 ? one : many}`;
}

/** A joke's average as '4.6/5'. */
export function averageText(rating: number): string {
  return `${rating.toFixed(1)}/5`;
}

/** A day in UTC as 'November 23, 2026'. @param at in ISO 8601, with or without a time */
export function dayText(at: string): string {
  return utcDays.format(new Date(at));
}

/** A day in the reader's time zone as 'Nov 23, 2026'. @param at in ISO 8601, or in milliseconds since the epoch */
export function localDayText(at: string | number): string {
  return new Date(at).toLocaleDateString(LOCALE, { dateStyle: 'medium' });
}

/** A moment in the reader's time zone as 'Nov 23, 2026, 2:05 PM'. @param at in ISO 8601 */
export function momentText(at: string): string {
  return new Date(at).toLocaleString(LOCALE, { dateStyle: 'medium', timeStyle: 'short' });
}

/** Puts a text on one line and cuts it at a word, with an ellipsis, to at most `maximum` characters. */
export function shorten(text: string, maximum: number): string {
  const characters = Array.from(text.replace(/\s+/g, ' '));
  if (characters.length <= maximum) return characters.join('');
  const space = characters.lastIndexOf(' ', maximum - 1);
  return `${characters.slice(0, space > 0 ? space : maximum - 1).join('')}…`;
}
