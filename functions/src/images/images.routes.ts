import type { Handlers } from '../http/api-call.ts';
import { imageUrl } from '../jokes/present-joke.ts';
import type { Services } from '../services.ts';
import { actorOf } from '../sessions/identity.ts';

type Names = 'generateImage' | 'getImageStatus' | 'listImageStatus' | 'getImageFile';

export function imageRoutes({ images }: Services): Handlers<Names> {
  return {
    async generateImage({ identity, input }) {
      const { params, query } = input;
      const { file } = await images.generate(actorOf(identity), params.id, query.force);
      return { success: true, image_url: imageUrl(file) };
    },
    getImageStatus: ({ identity, input }) => images.status(identity, input.params.id),
    async listImageStatus({ identity, input }) {
      const ids = input.query.joke_ids.split(',').map(Number);
      return { results: await images.statuses(identity, ids) };
    },
    async getImageFile({ input }) {
      return { content: await images.readFile(input.params.name), type: 'image/webp' };
    },
  };
}
