import type { Random } from './random.ts';

/**
 * Endlessly yields 0 … size - 1 in a scattered order, each number once before any is repeated. It needs no
 * memory of past numbers, because its step has no common divisor with the size.
 */
export function* visitAll(size: number, random: Random): Generator<number, never, undefined> {
  const step = coprimeStep(size, random());
  let at = Math.floor(random() * size);
  while (true) {
    yield at;
    at = (at + step) % size;
  }
}

/** A step of about a quarter to three quarters of the size, so that consecutive numbers are far apart. */
function coprimeStep(size: number, draw: number): number {
  let step = Math.floor(size * (0.25 + draw / 2));
  while (greatestCommonDivisor(step, size) !== 1) step += 1;
  return step;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
