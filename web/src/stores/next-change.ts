/** Resolves when one of these stores changes. */
export function nextChange(
  ...stores: readonly { subscribe: (listener: () => void) => () => void }[]
): Promise<void> {
  return new Promise((resolve) => {
    const stops = stores.map((store) => store.subscribe(change));
    function change(): void {
      for (const stop of stops) stop();
      resolve();
    }
  });
}
