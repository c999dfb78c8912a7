import { ApiError, byId } from '../../contract/index.ts';
import type { Handlers } from '../../http/api-call.ts';
import type { PageHandlers } from '../../http/bind-pages.ts';
import type { EmbedService } from './embeds.service.ts';

export function embedRoutes({ embeds }: { embeds: EmbedService }) {
  return {
    getOEmbed: ({ input: { query } }) => embeds.describe(query.url, query),
  } satisfies Partial<Handlers>;
}

export function embedPages({ embeds }: { embeds: EmbedService }): PageHandlers<'embed'> {
  return {
    async embed({ params }) {
      const parsed = byId.safeParse(params);
      if (!parsed.success) throw new ApiError('not_found', 'There is no such fact.');
      return { type: 'html', text: await embeds.page(parsed.data.id) };
    },
  };
}
