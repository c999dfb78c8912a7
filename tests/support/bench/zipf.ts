import type { Random } from '../../../local/seed/random.ts';

/**
 * Draws items by Zipf's law with exponent 1: the item at position k (from 1) is drawn 1/k times as often as
 * the first.
 */
export function createZipf<Item>(items: readonly Item[], random: Random): () => Item {
  let sum = 0;
  const cumulative = items.map((_, index) => (sum += 1 / (index + 1)));
  return () => {
    const threshold = random() * sum;
    const item = items[cumulative.findIndex((value) => value > threshold)];
    if (item === undefined) throw new Error('There are no items to draw from');
    return item;
  };
}
