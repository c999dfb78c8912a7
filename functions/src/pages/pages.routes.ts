import { ApiError, files } from '../contract/index.ts';
import { contactUrl, DAY_MS } from '../domain/index.ts';
import type { PageHandlers } from '../http/bind-pages.ts';
import type { Networks } from '../platform/quota.ts';
import type { Context, Services } from '../site.ts';
import type { ScreenService } from './screens.service.ts';

/** How long security.txt is valid. https://www.rfc-editor.org/rfc/rfc9116#section-2.5.5 wants less than a year. */
const SECURITY_TXT_DAYS = 180;

/** Everything that the function answers outside the API. */
export function pageRoutes(
  { sitemap, factsFile, feeds }: Services,
  screens: ScreenService,
  { config, clock }: Context,
): PageHandlers {
  const screen = async ({ url, network }: { url: string; network: Networks }) => {
    const { html, found, failure, redirect } = await screens(url, network);
    const error = found ? failure : new ApiError('not_found', 'There is no such page.');
    return { type: 'html', text: html, error, redirect } as const;
  };
  return {
    home: screen,
    top: screen,
    newest: screen,
    random: screen,
    search: screen,
    tag: screen,
    joke: screen,
    daily: screen,
    embed: screen,
    sitemap: async () => ({ type: 'xml', text: await sitemap() }),
    // From here, because Hosting uploads no folder whose name begins with a dot.
    async securityTxt() {
      const { contact, siteOrigin } = config;
      if (contact === undefined) throw new ApiError('not_found', 'There is no such page.');
      const expires = new Date(clock() + SECURITY_TXT_DAYS * DAY_MS).toISOString();
      const text = `Contact: ${contactUrl(contact)}
Expires: ${expires}
Preferred-Languages: en
Canonical: ${siteOrigin}${files.securityTxt.path}
`;
      return { type: 'text', text };
    },
    ...feeds,
    factsFile: async () => ({ type: 'application/gzip', text: await factsFile() }),
  };
}
