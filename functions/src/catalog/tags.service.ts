import { ApiError } from '../contract/index.ts';
import { createRenewedDocument } from '../platform/database/renewed-document.ts';
import type { Transact } from '../platform/database/transact.ts';
import type { Log } from '../platform/logging/log.ts';
import type { CatalogIndex } from './catalog-index.ts';
import type { CatalogData } from './catalog.data.ts';
import type { CatalogService } from './catalog.service.ts';
import {
  NO_TAGS,
  selectJokes,
  withTags,
  type Selection,
  type TaggedJoke,
  type TagFilter,
  type TagIndex,
} from './tag-index.ts';

/** A request rebuilds the tags of at most this many jokes, a read each; `catalog:rebuild` those of more. */
const MAXIMUM_REBUILT = 20_000;

interface Dependencies {
  data: CatalogData;
  catalog: Pick<CatalogService, 'fresh'>;
  /** reads all jokes with an id below this one */
  readAll: (end: number) => Promise<TaggedJoke[]>;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

export type TagService = ReturnType<typeof createTagService>;

/** Which jokes have which tags: one document, read when it is first asked for and when it has changed. */
export function createTagService({ data, catalog, readAll, transact, clock, log }: Dependencies) {
  const stored = createRenewedDocument({
    document: data.tags,
    action: 'Rebuilding which facts have which tags',
    async make() {
      const { root } = await catalog.fresh();
      if (root.next_joke_id > MAXIMUM_REBUILT) return undefined;
      const jokes = await readAll(root.next_joke_id);
      return { ...withTags(NO_TAGS, jokes), version: root.tags_version };
    },
    transact,
    clock,
    log,
  });

  /**
   * Which jokes have which tags. While the document can't be read or rebuilt, as it was.
   * @throws ApiError unavailable if that is not known
   */
  async function read({ root: { tags_version } }: CatalogIndex): Promise<TagIndex> {
    if (tags_version === 0) return NO_TAGS;
    const index = await stored.get(({ version }) => version >= tags_version);
    if (index) return index;
    throw new ApiError('unavailable', 'Tags are not available. Please try again later.', {
      retryAfter: 60,
      cause: new Error('catalog/tags is missing or malformed; see npm run catalog:rebuild'),
    });
  }

  return {
    read,
    /** The jokes that match a filter. Throws what `read` throws. */
    select: async (index: CatalogIndex, filter: TagFilter): Promise<Selection> =>
      selectJokes(await read(index), filter),
  };
}
