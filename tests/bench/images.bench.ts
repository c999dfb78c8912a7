import { photoLike } from './photo-like.ts';
import { makeSizes } from '../../functions/src/features/images/image-sizes.ts';
import { atMost, median, type Benchmark } from './measurement.ts';

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
  const row = (width: number, bound: number) =>
    atMost(
      'P15',
      `KB of a photo-like picture at ${width} px, median of ${PICTURES}`,
      median(weights.get(width) ?? []),
      bound,
    );
  return [row(640, 45), row(320, 16)];
};
