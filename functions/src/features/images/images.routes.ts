import type { Handlers } from '../../http/api-call.ts';
import { imageUrl } from '../jokes/present-joke.ts';
import type { ImageSignatures } from '../jokes/image-signatures.service.ts';
import type { ImageService } from './images.service.ts';
import { actorOf } from '../../identity.ts';

interface Needed {
  images: ImageService;
  imageSignatures: ImageSignatures;
}

export function imageRoutes({ images, imageSignatures }: Needed) {
  return {
    async generateImage({ identity, input }) {
      const { params, query } = input;
      const image = await images.generate(actorOf(identity), params.id, query.force);
      const answer = { success: true, image_url: imageUrl(image.file) } as const;
      return imageSignatures.signImageUrl(identity, answer);
    },
    async getImageStatus({ identity, input }) {
      const status = await images.status(identity, input.params.id);
      return imageSignatures.signImageUrl(identity, status);
    },
    async listImageStatus({ identity, input }) {
      const ids = input.query.joke_ids.split(',').map(Number);
      const statuses = await images.statuses(identity, ids);
      const signed = statuses.map((status) => imageSignatures.signImageUrl(identity, status));
      return { results: await Promise.all(signed) };
    },
    async getImageFile({ input }) {
      const { name } = input.params;
      const signed = await imageSignatures.verify(name, input.query);
      const content = await images.readFile(name, signed);
      return { content, personal: signed };
    },
  } satisfies Partial<Handlers>;
}
