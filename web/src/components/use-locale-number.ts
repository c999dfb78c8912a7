import { useSyncExternalStore } from 'react';

/** The locale of the page as the server renders it. */
const SERVER_LOCALE = 'en-US';

let visitors: string | undefined;

const neverChanges = () => () => undefined;
const visitorsLocale = () => (visitors ??= new Intl.NumberFormat().resolvedOptions().locale);

/** A function that writes a number as the visitor does, such as '1,204'. */
export function useLocaleNumber(): (value: number) => string {
  const locale = useSyncExternalStore(neverChanges, visitorsLocale, () => SERVER_LOCALE);
  return (value) => value.toLocaleString(locale);
}
