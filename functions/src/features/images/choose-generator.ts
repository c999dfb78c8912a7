import type { Config } from '../../config.ts';
import type { ImageGenerator } from './image-generator.ts';
import { createPosterGenerator } from './poster/poster-generator.ts';
import { createVertexGenerator } from './vertex-generator.ts';

/** Vertex AI in production; on the emulators posters, which need no account. */
export function chooseImageGenerator(config: Config): ImageGenerator {
  if (config.onEmulators) return createPosterGenerator();
  return createVertexGenerator({
    project: config.projectId,
    location: config.imageLocation,
    model: config.imageModel,
  });
}
