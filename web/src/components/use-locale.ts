import { useSyncExternalStore } from 'react';

function subscribeToNothing(): () => void {
  return () => undefined;
}

/** The locale to format numbers in: the browser's own (undefined), or US English in the page's HTML. */
export function useLocale(): string | undefined {
  return useSyncExternalStore(
    subscribeToNothing,
    () => undefined,
    () => 'en-US',
  );
}
