import * as z from 'zod/mini';
import { TAGS, type Tag } from '../domain/index.ts';

/** The sets of jokes: those with each tag, and those that are not safe. */
const SETS = [...TAGS, 'unsafe'] as const;
type SetName = (typeof SETS)[number];

const NO_JOKES = new Uint8Array(0);

/** The highest id in the sets: 13 of 70 KB are 910 KB of a document's 1 MiB. Later jokes are on no tag's page, nor safe. */
const HIGHEST_TAGGED_ID = 560_000;

/** `catalog/tags`: which jokes have which tags, whatever their status; see {@link TagIndex}. */
export const tagsDocument = z.object({
  version: z.int().check(z.minimum(0)),
  sets: z.pipe(
    z.record(z.string(), z.instanceof(Uint8Array)),
    // Earlier versions have a set of the jokes that were judged, and one of those of them that are safe.
    z.transform(({ judged = NO_JOKES, safe, ...sets }) => ({
      unsafe: judged.map((byte, index) => byte & ~(safe?.[index] ?? 0)),
      ...sets,
    })),
  ),
});

/**
 * Sets of jokes by their names: `id` is in a set if bit (id mod 8) of its byte ⌊id / 8⌋ is 1. A missing set
 * is empty; deleted jokes may be in some.
 */
export interface TagIndex {
  /** It is up to date if this is at least the root's `tags_version`. */
  version: number;
  sets: Record<string, Uint8Array>;
}

/** What the sets say about a joke. */
export interface TaggedJoke {
  joke_id: number;
  tags: readonly Tag[];
  safe: boolean;
}

/** The sets of a site without tags. */
export const NO_TAGS: TagIndex = { version: 0, sets: {} };

function isIn({ sets }: TagIndex, name: SetName, jokeId: number): boolean {
  return (((sets[name]?.[jokeId >> 3] ?? 0) >> (jokeId & 7)) & 1) === 1;
}

function isSafe(index: TagIndex, jokeId: number): boolean {
  return jokeId <= HIGHEST_TAGGED_ID && !isIn(index, 'unsafe', jokeId);
}

/** What the sets say about a joke. */
export function tagsOf(index: TagIndex, jokeId: number): Omit<TaggedJoke, 'joke_id'> {
  return { tags: TAGS.filter((tag) => isIn(index, tag, jokeId)), safe: isSafe(index, jokeId) };
}

/** The index with what these jokes have; the same one if nothing differs. */
export function withTags(index: TagIndex, jokes: Iterable<TaggedJoke>): TagIndex {
  let after = index;
  const copied = new Set<SetName>();
  for (const joke of jokes) {
    const { joke_id, tags, safe } = joke;
    if (joke_id > HIGHEST_TAGGED_ID) continue;
    const byte = joke_id >> 3;
    const wanted: SetName[] = safe ? [...tags] : [...tags, 'unsafe'];
    for (const name of SETS.filter(
      (each) => isIn(after, each, joke_id) !== wanted.includes(each),
    )) {
      let set = after.sets[name] ?? new Uint8Array(0);
      if (!copied.has(name) || set.length <= byte) {
        const copy = new Uint8Array(Math.max(set.length, byte + 1));
        copy.set(set);
        set = copy;
        copied.add(name);
        after = { ...after, sets: { ...after.sets, [name]: set } };
      }
      set[byte] = (set[byte] ?? 0) ^ (1 << (joke_id & 7));
    }
  }
  return after;
}

/**
 * A changed index with its new version, and that of the root. Versions follow the clock: after a restore none
 * comes back with other tags.
 * @param tags_version the root's so far. An index that was out of date stays so until it is rebuilt.
 * @param now milliseconds since the epoch
 */
export function withNextVersion(
  index: TagIndex,
  tags_version: number,
  now: number,
): { tags: TagIndex; tags_version: number } {
  const next = Math.max(index.version + 1, tags_version + 1, now);
  const version = index.version >= tags_version ? next : index.version;
  return { tags: { ...index, version }, tags_version: next };
}

/** What a list is limited to; a joke must match everything that is given. */
export interface TagFilter {
  /** one of these; not safe counts as one */
  any?: readonly (Tag | 'unsafe')[];
  /** none of these */
  none?: readonly Tag[];
  safe?: true;
}

/** The jokes that match a filter, whatever their status. */
export interface Selection {
  /** differs for other jokes */
  key: string;
  has: (jokeId: number) => boolean;
}

/** The jokes of an index that match a filter. */
export function selectJokes(index: TagIndex, filter: TagFilter): Selection {
  const { any, none = [], safe } = filter;
  return {
    key: JSON.stringify([index.version, any, none, safe]),
    has: (id) =>
      (!any || any.some((tag) => isIn(index, tag, id))) &&
      !none.some((tag) => isIn(index, tag, id)) &&
      (safe === undefined || isSafe(index, id)),
  };
}
