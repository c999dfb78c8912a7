import type { Handlers } from '../../http/api-call.ts';
import { imageOfFile, imageUrl } from '../jokes/present-joke.ts';
import type { ImageSignatures } from '../jokes/image-signatures.service.ts';
import type { ImageService } from './images.service.ts';
import { actorOf, isAdmin } from '../../identity.ts';

interface Needed {
  images: ImageService;
  imageSignatures: ImageSignatures;
}

export function imageRoutes({ images, imageSignatures }: Needed) {
  return {
    async generateImage({ identity, input }) {
      const { params, query } = input;
      const { image, proposed } = await images.generate(actorOf(identity), params.id, query);
      const answer = { success: true, image_url: imageUrl(image.file) } as const;
      const signed = await imageSignatures.signImageUrl(identity, answer);
      return { ...signed, ...(proposed && { proposed }) };
    },
    async chooseImage({ identity, input }) {
      const { proposed_image_url, use } = input.body;
      const file = imageOfFile(proposed_image_url.replace(/\?.*/, '').replace(/.*\//, ''));
      const status = await images.choose(actorOf(identity), input.params.id, file, use);
      return imageSignatures.signImageUrl(identity, status);
    },
    async getImageStatus({ identity, input }) {
      const { proposed, ...status } = await images.status(identity, input.params.id);
      const signed = await imageSignatures.signImageUrl(identity, status);
      if (proposed === null || !isAdmin(identity)) return signed;
      const { image_url } = await imageSignatures.signImageUrl(identity, {
        image_url: imageUrl(proposed),
      });
      return { ...signed, proposed_image_url: image_url };
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
