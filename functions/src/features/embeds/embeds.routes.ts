import { ApiError, byId } from '../../contract/index.ts';
import type { PageHandlers } from '../../http/bind-pages.ts';
import type { EmbedService } from './embeds.service.ts';

export function embedPages({ embeds }: { embeds: EmbedService }): PageHandlers<'embed'> {
  return {
    async embed({ params }) {
      const parsed = byId.safeParse(params);
      if (!parsed.success) throw new ApiError('not_found', 'There is no such fact.');
      return { type: 'html', text: await embeds.page(parsed.data.id) };
    },
  };
}
