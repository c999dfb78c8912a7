import { photoLike } from '../../functions/src/images/photo-like.ts';
import { makeSizes } from '../../functions/src/images/picture-sizes.ts';
import { atMost, type Benchmark } from './measurement.ts';

const PICTURES = 10;
const KILOBYTE = 1_024;

/** P15: what pictures weigh. */
export const benchImages: Benchmark = async () => {
  const weights = new Map<number, number[]>();
  for (let seed = 1; seed <= PICTURES; seed += 1) {
    for (const { width, content } of await makeSizes(await photoLike(seed))) {
      weights.set(width, [...(weights.get(width) ?? []), content.length / KILOBYTE]);
    }
  }
  const median = (width: number) => {
    const sorted = (weights.get(width) ?? []).toSorted((a, b) => a - b);
    return sorted[Math.floor(sorted.length / 2)] ?? Infinity;
  };
  const what = (width: number) =>
    `KB of a photo-like picture at ${width} px, median of ${PICTURES}`;
  return [atMost('P15', what(640), median(640), 45), atMost('P15', what(320), median(320), 16)];
};
