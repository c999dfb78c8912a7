import { createHash } from 'node:crypto';

export type SeededRandom = ReturnType<typeof seededRandom>;

/** A stream of random numbers seeded with a text: SHA-256 in counter mode, 32 bits each. */
export function seededRandom(text: string) {
  let counter = 0;
  const next = () => {
    counter += 1;
    return createHash('sha256').update(`${counter}:${text}`).digest().readUInt32BE(0) / 2 ** 32;
  };
  return {
    /** the next number, uniform in [from, to) */
    between: (from: number, to: number): number => from + next() * (to - from),
    /** one of these items, each equally likely */
    pick: <Item>(items: readonly [Item, ...Item[]]): Item =>
      items[Math.floor(next() * items.length)] ?? items[0],
  };
}
