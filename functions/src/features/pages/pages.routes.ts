import * as z from 'zod/mini';
import { ApiError, jokeIdText } from '../../contract/index.ts';
import type { PageHandlers } from '../../http/pages.ts';
import type { FactPage } from './fact-page.service.ts';
import type { Sitemap } from './sitemap.service.ts';

const factParams = z.object({ id: jokeIdText });
/** Unknown parameters are ignored, because links often have some. */
const sitemapQuery = z.object({ part: z.optional(jokeIdText) });

/** @throws ApiError not_found when the value doesn't fit the schema, as no page has such a URL */
function parse<Schema extends z.ZodMiniType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw new ApiError('not_found', 'There is nothing here.');
  return parsed.data;
}

export function pageRoutes(services: { factPage: FactPage; sitemap: Sitemap }): PageHandlers {
  const { factPage, sitemap } = services;
  return {
    async fact({ params }) {
      return { type: 'html', text: await factPage(parse(factParams, params).id) };
    },
    async sitemap({ query }) {
      return { type: 'xml', text: await sitemap(parse(sitemapQuery, query).part) };
    },
  };
}
