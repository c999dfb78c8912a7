import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import type { ImageSignatures } from '../jokes/image-signatures.service.ts';
import { presentJoke } from '../jokes/present-joke.ts';
import type { ModerationService } from './moderation.service.ts';

interface Dependencies {
  moderation: ModerationService;
  imageSignatures: ImageSignatures;
}

type Names = 'approveJoke' | 'rejectJoke' | 'deleteJoke' | 'editJoke';

export function moderationRoutes({ moderation, imageSignatures }: Dependencies): Handlers<Names> {
  return {
    async approveJoke({ identity, input }) {
      const { joke_id, status } = await moderation.approve(actorOf(identity), input.params.id);
      return { joke_id, status };
    },
    async rejectJoke({ identity, input }) {
      const { joke_id, status } = await moderation.reject(actorOf(identity), input.params.id);
      return { joke_id, status };
    },
    async deleteJoke({ identity, input }) {
      await moderation.remove(actorOf(identity), input.params.id);
      return { joke_id: input.params.id, deleted: true };
    },
    async editJoke({ identity, input }) {
      const { params, body } = input;
      const joke = await moderation.edit(actorOf(identity), params.id, body.joke_text);
      return imageSignatures.signImageUrl(identity, presentJoke(joke));
    },
  };
}
