import type { Handlers } from '../../http/api-call.ts';
import type { CardService } from './cards.service.ts';

export function cardRoutes({ cards }: { cards: CardService }) {
  return {
    async getCard({ input }) {
      return { content: await cards.read(input.params.id), personal: false };
    },
  } satisfies Partial<Handlers>;
}
