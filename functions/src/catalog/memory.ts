import { totalmem } from 'node:os';

export const MIB = 1_024 * 1_024;

/** Measured, see docs/operating.md; in between and above, memory grows with the jokes. */
const FEWER = { jokes: 20_000, bytes: 512 * MIB };
const MORE = { jokes: 100_000, bytes: 1_024 * MIB };

/** How many jokes an instance with so many bytes of memory can have. */
export function mostJokes(memory: number): number {
  const perJoke = (MORE.bytes - FEWER.bytes) / (MORE.jokes - FEWER.jokes);
  return Math.floor(FEWER.jokes + (memory - FEWER.bytes) / perJoke);
}

/** How many bytes this process may use: what its container has, otherwise the computer. */
export function availableMemory(): number {
  const all = totalmem();
  return Math.min(process.constrainedMemory() || all, all);
}
