import { photoLike } from '../support/photo-like.ts';
import { makeSizes } from '../../functions/src/images/image-sizes.ts';
import { atMost, median, type Benchmark } from '../support/bench/measurement.ts';

const IMAGES = 10;
const KILOBYTE = 1_024;

/** P15: the size of images. */
export const benchmark: Benchmark = async () => {
  const sizes = new Map<number, number[]>();
  for (let seed = 1; seed <= IMAGES; seed += 1) {
    for (const { width, content } of await makeSizes(await photoLike(seed))) {
      sizes.set(width, [...(sizes.get(width) ?? []), content.length / KILOBYTE]);
    }
  }
  const row = (width: number, bound: number) =>
    atMost(
      'P15',
      `KB of a photo-like image at ${width} px, median of ${IMAGES}`,
      median(sizes.get(width) ?? []),
      bound,
    );
  return [row(640, 45), row(320, 16)];
};
