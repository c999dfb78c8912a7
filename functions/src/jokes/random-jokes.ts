import type { Catalog, JokeTest } from '../catalog/catalog.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import type { CatalogJoke } from '../catalog/joke-document.ts';
import { ApiError, type Joke, type JokeFilter, type RandomQuery } from '../contract/index.ts';
import type { Tools } from '../platform/tools.ts';
import { presentJoke } from './present-joke.ts';

const CONTENDERS_SHARE = 0.8;
const NEWCOMERS_SHARE = 0.1;

interface Dependencies extends Pick<Tools, 'random'> {
  catalog: CatalogService;
}

/** What a filter of the API limits a list to; undefined if it limits nothing. */
export function tagFilter({ tag, safe }: JokeFilter): JokeTest | undefined {
  if (tag === undefined && safe === undefined) return undefined;
  return (joke) => (!tag || joke.tags.includes(tag)) && (!safe || joke.safe);
}

/** How random jokes are drawn; `filter` stands for `tag` and `safe` where they don't say enough. */
export type RandomRequest = Omit<RandomQuery, 'amount'> & { filter?: JokeTest };

/**
 * Draws random jokes. With `mix`, so that votes find the best jokes: mostly contenders, whose score may turn out to
 * be among the highest (an upper confidence bound, as in T. L. Lai and H. Robbins, "Asymptotically Efficient Adaptive
 * Allocation Rules", 1985), one in ten new with few votes, one in ten any.
 */
export function createRandomJokes({ catalog: catalogs, random }: Dependencies) {
  const oneOf = (jokes: readonly CatalogJoke[]) => jokes[Math.floor(random() * jokes.length)];

  /** The jokes of which the next one is drawn with `mix`; none for any. */
  function preferredOf(catalog: Catalog): readonly CatalogJoke[] {
    const part = random();
    if (part < CONTENDERS_SHARE) return catalog.contenders();
    return part < CONTENDERS_SHARE + NEWCOMERS_SHARE ? catalog.newcomers() : [];
  }

  /**
   * One to `amount` different approved jokes, as visitors get them, each with the same probability unless `mix` says
   * otherwise; excluded ones only if there are no others.
   * @throws ApiError not_found if there is none
   */
  return async function randomJokes(
    amount: number,
    { mix, exclude = '', tag, safe, filter = tagFilter({ tag, safe }) }: RandomRequest = {},
  ): Promise<[Joke, ...Joke[]]> {
    const catalog = await catalogs.current();
    const { jokes } = catalog.list(['approved'], 'date_asc', { filter });
    const listed = new Set(jokes);
    let excluded = new Set(exclude.split(',').map(Number));
    if (jokes.every(({ joke_id }) => excluded.has(joke_id))) excluded = new Set();
    const isLeft = (joke: CatalogJoke) => listed.has(joke) && !excluded.has(joke.joke_id);
    const drawn: CatalogJoke[] = [];
    while (drawn.length < amount) {
      const preferred = mix ? preferredOf(catalog).filter(isLeft) : [];
      const joke = oneOf(preferred.length > 0 ? preferred : jokes.filter(isLeft));
      if (!joke) break;
      drawn.push(joke);
      excluded.add(joke.joke_id);
    }
    const [first, ...rest] = drawn;
    if (!first) {
      throw new ApiError('not_found', `There are no ${filter ? 'such' : 'approved'} jokes yet.`);
    }
    return [presentJoke(first), ...rest.map(presentJoke)];
  };
}
