import { pages } from '../../contract/index.ts';
import type { PageHandlers } from '../../http/bind-pages.ts';
import type { FeedService } from './feeds.service.ts';

/** Without the charset, HTTP clients could take XML for another encoding (RFC 7303). */
const ATOM = 'application/atom+xml; charset=utf-8';
const JSON_FEED = 'application/feed+json';

type Names = 'atomFeed' | 'jsonFeed' | 'dailyFeed';

export function feedRoutes({ feeds }: { feeds: FeedService }): PageHandlers<Names> {
  return {
    atomFeed: async () => ({ type: ATOM, text: await feeds.newestAsAtom(pages.atomFeed.path) }),
    jsonFeed: async () => ({
      type: JSON_FEED,
      text: await feeds.newestAsJson(pages.jsonFeed.path),
    }),
    dailyFeed: async () => ({ type: ATOM, text: await feeds.dailyAsAtom(pages.dailyFeed.path) }),
  };
}
