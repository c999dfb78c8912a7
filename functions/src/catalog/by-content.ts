import type { Catalog } from './catalog.ts';

/** Makes something of a catalog once, and again when its content has changed. */
export function byContent<Value>(make: (catalog: Catalog) => Value): (catalog: Catalog) => Value {
  let made: { version: number; value: Value } | undefined;
  return (catalog) => {
    const version = catalog.contentVersion();
    if (made?.version !== version) made = { version, value: make(catalog) };
    return made.value;
  };
}
