import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { Selection, TagFilter } from '../../catalog/tag-index.ts';
import type { TagService } from '../../catalog/tags.service.ts';
import { ApiError, type Joke, type JokeFilter, type RandomQuery } from '../../contract/index.ts';
import type { DiscoverService } from './discover.service.ts';
import type { JokeCache } from './joke-cache.ts';
import type { JokeDocument } from './joke-document.ts';
import { presentJoke } from './present-joke.ts';

/** Even if every other joke is malformed, this many draws miss only once in a million times. */
const MAXIMUM_DRAWS = 20;

interface Dependencies {
  catalog: Pick<CatalogService, 'current' | 'fresh'>;
  cache: Pick<JokeCache, 'find'>;
  tags: TagService;
  discover: DiscoverService;
  /** uniform in [0, 1) */
  random: () => number;
}

/** What a filter of the API limits a list to; undefined if it limits nothing. */
export function tagFilter({ tag, safe }: JokeFilter): TagFilter | undefined {
  if (tag === undefined && safe === undefined) return undefined;
  return { ...(tag && { any: [tag] }), ...(safe && { safe: true }) };
}

/** How random jokes are drawn; `among` stands for `tag` and `safe` where a program knows more. */
export type RandomRequest = Omit<RandomQuery, 'amount'> & { among?: TagFilter | undefined };

/** Draws random jokes. */
export function createRandomJokes({ catalog, cache, tags, discover, random }: Dependencies) {
  /** The id of an approved joke that is wanted, each with the same probability; undefined if there is none. */
  function drawId(
    index: CatalogIndex,
    only: Selection | undefined,
    isWanted: (id: number) => boolean,
  ): number | undefined {
    const total = index.count(['approved'], only);
    for (let left = MAXIMUM_DRAWS; left > 0; left -= 1) {
      const [id] = index.ids(['approved'], 'date_asc', Math.floor(random() * total), 1, only);
      if (id !== undefined && isWanted(id)) return id;
    }
    const wanted = index.ids(['approved'], 'date_asc', 0, total, only).filter(isWanted);
    return wanted[Math.floor(random() * wanted.length)];
  }

  /**
   * Up to `amount` different approved jokes, each with the same probability unless `mix` says otherwise. If
   * documents are missing or malformed, others are drawn instead.
   * @param isWanted whether it may be this one
   */
  async function draw(
    amount: number,
    { mix, among }: Pick<RandomRequest, 'mix' | 'among'>,
    isWanted: (id: number) => boolean,
  ): Promise<JokeDocument[]> {
    let index = await catalog.current();
    const drawn = new Set<number>();
    const found: JokeDocument[] = [];
    for (let round = 1; round <= MAXIMUM_DRAWS; round += 1) {
      const only = among && (await tags.select(index, among));
      const isLeft = (id: number) => isWanted(id) && !drawn.has(id) && (!only || only.has(id));
      const ids: number[] = [];
      while (found.length + ids.length < amount) {
        const discovered = mix && (await discover.draw(index, isLeft));
        const id = discovered ?? drawId(index, only, isLeft);
        if (id === undefined) break;
        drawn.add(id);
        ids.push(id);
      }
      const read = await cache.find(ids);
      found.push(...read);
      if (read.length === ids.length && index.count(['approved']) > 0) break;
      // The cached index may list a joke that is no longer approved. With a fresh one, only malformed
      // documents can make a draw fail.
      if (round === 1) index = await catalog.fresh();
    }
    return found;
  }

  /**
   * One to `amount` different approved jokes, as visitors get them; excluded ones only if there are no others.
   * @throws ApiError not_found if there is none
   */
  return async function randomJokes(
    amount: number,
    { mix, exclude = '', tag, safe, among = tagFilter({ tag, safe }) }: RandomRequest = {},
  ): Promise<[Joke, ...Joke[]]> {
    const excluded = new Set(exclude.split(',').map(Number));
    const others = await draw(amount, { mix, among }, (id) => !excluded.has(id));
    const found = others.length > 0 ? others : await draw(amount, { mix, among }, () => true);
    const [first, ...rest] = found;
    if (!first) {
      throw new ApiError('not_found', `There are no ${among ? 'such' : 'approved'} jokes yet.`);
    }
    return [presentJoke(first), ...rest.map(presentJoke)];
  };
}
