import type { Context } from '../../context.ts';
import { createImageFileData } from '../../features/images/image-files.data.ts';
import { createJokeData } from '../../features/jokes/jokes.data.ts';
import { createImageSweep, type ImageSweep } from './image-sweep.service.ts';

/** The sweep of a site's unused image files, for the operator's command. */
export function openImageSweep({ db, bucket, clock }: Context): ImageSweep {
  return createImageSweep(createImageFileData(bucket), createJokeData(db, clock), clock);
}
