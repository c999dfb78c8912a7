import type { Catalog, JokeTest } from '../catalog/catalog.ts';
import { READ, type Follower } from '../catalog/follower.ts';
import type { Joke } from '../catalog/joke.ts';
import { ApiError, type JokeFilter, type RandomQuery } from '../contract/index.ts';
import type { Tools } from '../platform/tools.ts';
import { presentWithVotes } from './present-joke.ts';

const CONTENDERS_SHARE = 0.8;
const NEWCOMERS_SHARE = 0.1;
/** So many jokes are drawn and tested before all are tested. */
const TRIES = 8;
const HERO = 'Chuck Norris';

/** Whether a joke reads well with another name in place of his. */
const isAboutAnyone: JokeTest = ({ joke_text }) =>
  joke_text.includes(HERO) &&
  !/\b(?:he|him|himself|his|chuck|norris)\b/i.test(joke_text.replaceAll(HERO, ''));

/** What a filter of the API limits a list to; undefined if it limits nothing. */
export function tagFilter({ tag, safe }: JokeFilter): JokeTest | undefined {
  if (tag === undefined && safe === undefined) return undefined;
  const hasTag: JokeTest = ({ tags }) => !tag || tag.some((each) => tags.includes(each));
  return (joke) => hasTag(joke) && (!safe || joke.safe);
}

interface Dependencies extends Pick<Tools, 'random'> {
  follower: Follower;
}

/**
 * Draws a random joke. With `mix`, so that votes find the best jokes: mostly contenders, whose score may turn out to
 * be among the highest (an upper confidence bound, as in T. L. Lai and H. Robbins, "Asymptotically Efficient Adaptive
 * Allocation Rules", 1985), one in ten new with few votes, one in ten any.
 */
export function createRandomJoke({ follower, random }: Dependencies) {
  /** The jokes of which one is drawn with `mix`. */
  function preferredOf(catalog: Catalog): readonly Joke[] {
    const part = random();
    if (part < CONTENDERS_SHARE) return catalog.contenders();
    return part < CONTENDERS_SHARE + NEWCOMERS_SHARE
      ? catalog.newcomers()
      : catalog.approvedByDate();
  }

  /** One of the jokes that pass a test, each with the same probability. All are tested only if few seem to pass. */
  function drawFrom(jokes: readonly Joke[], test: JokeTest): Joke | undefined {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const joke = jokes[Math.floor(random() * jokes.length)];
      if (!joke || test(joke)) return joke;
    }
    const left = jokes.filter(test);
    return left[Math.floor(random() * left.length)];
  }

  /**
   * An approved joke as visitors get it, each with the same probability unless `mix` says otherwise; an excluded one
   * only if there are no others.
   * @throws ApiError not_found if no joke matches
   */
  return async ({ mix, exclude = '', name, ...query }: RandomQuery) => {
    const catalog = await follower.read(READ.visitor);
    const excluded = new Set(exclude.split(',').map(Number));
    const filter = tagFilter(query);
    const matches: JokeTest = (joke) => (filter?.(joke) ?? true) && (!name || isAboutAnyone(joke));
    const all = catalog.approvedByDate();
    const preferred = mix ? preferredOf(catalog) : all;
    const draw = (test: JokeTest) => drawFrom(preferred, test) ?? drawFrom(all, test);
    const drawn = draw((joke) => !excluded.has(joke.joke_id) && matches(joke)) ?? draw(matches);
    const [joke] = catalog.findApproved(drawn ? [drawn.joke_id] : []);
    if (!joke) {
      const kind = filter || name ? 'such' : 'approved';
      throw new ApiError('not_found', `There are no ${kind} jokes yet.`);
    }
    const presented = presentWithVotes(joke);
    return name
      ? { ...presented, joke_text: joke.joke_text.replaceAll(HERO, () => name) }
      : presented;
  };
}
