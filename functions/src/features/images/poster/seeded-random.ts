import { createHash } from 'node:crypto';

/** Random numbers that depend only on a seed. */
export interface SeededRandom {
  /** the next number, uniform in [from, to) */
  between(from: number, to: number): number;
  /** one of these items, each equally likely */
  pick<Item>(items: readonly [Item, ...Item[]]): Item;
}

/** A stream of random numbers seeded with a text (SHA-256 in counter mode, 32 bits each). */
export function seededRandom(text: string): SeededRandom {
  let block = Buffer.alloc(0);
  let counter = 0;
  function next(): number {
    if (block.length === 0) {
      block = createHash('sha256').update(`${counter}:${text}`).digest();
      counter += 1;
    }
    const value = block.readUInt32BE(0);
    block = block.subarray(4);
    return value / 2 ** 32;
  }
  return {
    between: (from, to) => from + next() * (to - from),
    pick: ([first, ...others]) => {
      const index = Math.floor(next() * (others.length + 1));
      return others[index - 1] ?? first;
    },
  };
}
