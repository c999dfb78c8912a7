import { imageUrl } from '../contract/index.ts';
import type { Handlers } from '../http/api-call.ts';
import type { CardService } from './cards.service.ts';
import type { ImageService } from './images.service.ts';

/** The calls about images, and the cards of jokes. */
export function imageRoutes({ images, cards }: { images: ImageService; cards: CardService }) {
  return {
    async generateImage({ identity: actor, input, state }) {
      const { params, query } = input;
      const wanted = { actor, jokeId: params.id, force: query.force };
      const { file, change_id } = await images.generate(wanted, state);
      return { success: true, image_url: imageUrl(file), change_id };
    },
    getImageStatus: ({ identity, input }) => images.status(identity, input.params.id),
    async listImageStatus({ identity, input }) {
      const ids = input.query.joke_ids.split(',').map(Number);
      return { results: await images.statuses(identity, ids) };
    },
    getImageFile: ({ identity, input }) => images.readFile(identity, input.params.name),
    getTallCard: ({ input, state }) => cards.read(input.params.id, 'tall', state.signal),
    getCard: ({ input, state }) => cards.read(input.params.id, 'wide', state.signal),
  } satisfies Partial<Handlers>;
}
