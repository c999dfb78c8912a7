import type { Random } from './random.ts';

/**
 * Endlessly walks through 0 … size - 1 in a scattered order that visits every number once before
 * any comes again, without remembering one: in steps that share no divisor with the size.
 */
export function* visitAll(size: number, random: Random): Generator<number, never, undefined> {
  const step = coprimeStep(size, random());
  let at = Math.floor(random() * size);
  while (true) {
    yield at;
    at = (at + step) % size;
  }
}

/** A step between about a quarter and three quarters of the size, so that neighbors lie far apart. */
function coprimeStep(size: number, draw: number): number {
  let step = Math.floor(size * (0.25 + draw / 2));
  while (greatestCommonDivisor(step, size) !== 1) step += 1;
  return step;
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b);
}
