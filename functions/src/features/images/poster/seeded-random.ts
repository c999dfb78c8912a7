import { createHash } from 'node:crypto';

/** Random numbers that depend only on a seed. */
export interface SeededRandom {
  /** the next number, uniform in [from, to) */
  between(from: number, to: number): number;
  /** one of these items, each equally likely */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** A stream of random numbers seeded with a text: SHA-256 in counter mode, 32 bits each. */
export function seededRandom(text: string): SeededRandom {
  let counter = 0;
  const next = () => {
    counter += 1;
    return createHash('sha256').update(`${counter}:${text}`).digest().readUInt32BE(0) / 2 ** 32;
  };
  return {
    between: (from, to) => from + next() * (to - from),
    pick: (items) => items[Math.floor(next() * items.length)] ?? items[0],
  };
}
