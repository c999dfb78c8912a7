import { foldText } from '../domain/index.ts';
import { SHELF_SIZE, type Catalog } from './catalog.ts';
import type { CatalogJoke } from './joke-document.ts';

/** The jokes of one shelf, whatever their status; never changed. */
export interface Shelf {
  jokes: ReadonlyMap<number, CatalogJoke>;
  /** their texts by `foldText` */
  folded: ReadonlyMap<number, string>;
}

/** The jokes of a catalog in shelves, each made again when one of its jokes has changed. */
export function createShelves() {
  const shelves = new Map<number, { version: number; shelf: Shelf }>();

  function make(catalog: Catalog, number: number): Shelf {
    const jokes = new Map<number, CatalogJoke>();
    for (let id = number * SHELF_SIZE; id < (number + 1) * SHELF_SIZE; id += 1) {
      const joke = catalog.find(id);
      if (joke) jokes.set(id, joke);
    }
    const folded = new Map(Array.from(jokes, ([id, { joke_text }]) => [id, foldText(joke_text)]));
    return { jokes, folded };
  }

  /** The shelves of a catalog by their numbers, in ascending order. */
  return (catalog: Catalog): ReadonlyMap<number, Shelf> => {
    const versions = [...catalog.shelfVersions()].sort(([a], [b]) => a - b);
    return new Map(
      versions.map(([number, version]) => {
        let made = shelves.get(number);
        if (made?.version !== version) {
          made = { version, shelf: make(catalog, number) };
          shelves.set(number, made);
        }
        return [number, made.shelf];
      }),
    );
  };
}

export type Shelves = ReturnType<typeof createShelves>;
