/** Draws that follow from a seed alone. */
export class Random {
  #state: number;

  /** @param seed any 32-bit integer; the same seed draws the same things. */
  constructor(seed: number) {
    this.#state = seed | 0;
  }

  /** The next fraction, from 0 up to but without 1 (mulberry32). */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  /** An integer from 0 up to but without `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  /** True with a probability. */
  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of several. @throws {RangeError} if the list is empty. */
  pick<T>(from: readonly T[]): T {
    const picked = from[this.below(from.length)];
    if (picked === undefined) throw new RangeError('Nothing to pick from');
    return picked;
  }

  /** Up to `size` different members, in random order. */
  some<T>(from: readonly T[], size: number): T[] {
    const left = [...from];
    const taken: T[] = [];
    while (taken.length < size && left.length > 0) {
      taken.push(...left.splice(this.below(left.length), 1));
    }
    return taken;
  }
}
