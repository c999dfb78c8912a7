import { byContent, type Catalog } from '../catalog/catalog.ts';
import { READ, type Follower } from '../catalog/follower.ts';
import type { Joke } from '../catalog/joke.ts';
import type { SearchService } from '../catalog/search.service.ts';
import {
  ApiError,
  noSuchJoke,
  type JokeList,
  type JokeSearch,
  type JokeStatus,
  type JokeWithNeighbors,
  type ParsedInput,
  type RelatedJokes,
  type StatusFilter,
  type TagList,
} from '../contract/index.ts';
import { JOKE_STATUSES, SHUFFLED, startOfDay, TAGS, type Tag, wordsOf } from '../domain/index.ts';
import { isAdmin, type Caller, type Identity } from '../platform/identity.ts';
import { createQueue } from '../platform/queue.ts';
import type { TakeUses } from '../platform/quota.ts';
import type { Tools } from '../platform/tools.ts';
import { presentJoke, presentToAdmin, presentWithVotes } from './present-joke.ts';
import { createRandomJoke, tagFilter } from './random-joke.ts';

type ListRequest = ParsedInput<'listJokes'>['query'];
type SearchRequest = ParsedInput<'searchJokes'>['query'];
type PageRequest = Pick<ListRequest, 'page' | 'per_page'>;

/** Of all that reads every text, for a search or to compare. Five more places are for administrators. */
const SEARCHES = { atOnce: 2, places: 25, urgentPlaces: 5, full: 'Too many people are searching.' };

interface Dependencies extends Pick<Tools, 'random'> {
  follower: Follower;
  search: SearchService;
  take: TakeUses;
}

function listedStatuses(identity: Identity, filter: StatusFilter): JokeStatus[] {
  if (filter === 'active' || filter === 'approved') return ['approved'];
  if (filter === 'all') return isAdmin(identity) ? [...JOKE_STATUSES] : ['approved'];
  if (!isAdmin(identity)) {
    throw new ApiError('forbidden', `Only an administrator may list ${filter} jokes.`);
  }
  return [filter];
}

/** The number in a query such as `529`, `#529` or `Fact no. 529`, or 0 for other queries. */
function numberIn(query: string): number {
  const [, digits] = /^(?:fact )?(?:no )?(\d{1,9})$/.exec(wordsOf(query).join(' ')) ?? [];
  return Number(digits ?? 0);
}

/** One page of jokes. @param total of the jokes on all pages */
function pageOf(
  jokes: readonly Joke[],
  total: number,
  { page, per_page }: PageRequest,
  present = presentJoke,
): JokeList {
  const pages = Math.ceil(total / per_page);
  return { jokes: jokes.map(present), total, pages, page, per_page };
}

const countsOf = (jokes: readonly Joke[]) => ({
  total: jokes.length,
  safe: jokes.filter(({ safe }) => safe).length,
});

export type JokeService = ReturnType<typeof createJokeService>;

/** Reads jokes: pages, rankings, single jokes and a random one. */
export function createJokeService(dependencies: Dependencies) {
  const { follower, search, take } = dependencies;
  const queue = createQueue(SEARCHES);

  /** Searches when it is the caller's turn. @throws ApiError too_many_requests, or unavailable if too many others wait */
  function inTurn<Found>(caller: Caller, work: () => Promise<Found>): Promise<Found> {
    const isUrgent = isAdmin(caller.identity);
    if (!isUrgent) take.search(caller.network);
    return queue(work, { signal: caller.state.signal, isUrgent });
  }

  const tagsOf = byContent((catalog): TagList => {
    const jokes = catalog.approvedByDate();
    const withTag = (name: Tag) => jokes.filter(({ tags }) => tags.includes(name));
    return {
      ...countsOf(jokes),
      first_id: catalog.approvedBeside(0).next,
      last_id: catalog.approvedBeside(Infinity).previous,
      tags: TAGS.map((name) => ({ name, ...countsOf(withTag(name)) })),
    };
  });

  /** The ids of the jokes that are related to a joke, by its id, for this state of the content. */
  const relatedIds = byContent(() => new Map<number, readonly number[]>());

  /** @param run searches, unless the related jokes are known */
  async function relatedTo(
    jokeId: number,
    run: (work: () => Promise<Joke[]>) => Promise<Joke[]>,
  ): Promise<RelatedJokes> {
    const catalog = await follower.read(READ.visitor);
    const [joke] = catalog.findApproved([jokeId]);
    if (!joke) throw noSuchJoke();
    const known = relatedIds(catalog);
    const ids =
      known.get(jokeId) ??
      (await run(() => search.findRelated(catalog, joke))).map(({ joke_id }) => joke_id);
    known.set(jokeId, ids);
    const rank = catalog.top().findIndex(({ joke_id }) => joke_id === jokeId) + 1;
    return { similar: catalog.findApproved(ids).map(presentJoke), rank: rank || null };
  }

  /** What an administrator's query finds: the joke with this number first. */
  async function findForAdmin(
    catalog: Catalog,
    query: string,
    options: Parameters<SearchService['find']>[2],
  ): Promise<Joke[]> {
    const found = await search.find(catalog, query, options);
    const numbered = catalog.find(numberIn(query));
    if (!numbered || !options.statuses.includes(numbered.status)) return found;
    return [numbered, ...found.filter((joke) => joke !== numbered)];
  }

  /** What a visitor's query finds: exact matches, else what comes close. The votes of the jokes may be older. */
  async function findForVisitor(
    catalog: Catalog,
    query: string,
  ): Promise<Pick<JokeSearch, 'match' | 'words'> & { jokes: Joke[] }> {
    const words = wordsOf(query);
    const found = await search.findWords(catalog, query);
    const number = numberIn(query);
    const numbered = catalog.findApproved([number]);
    const jokes = [...numbered, ...found.filter(({ joke_id }) => joke_id !== number)];
    if (jokes.length > 0 || words.length === 0) return { jokes, match: 'exact', words };
    return { ...(await search.findNear(catalog, query)), match: 'near' };
  }

  /** The first jokes of a ranking, as a list of one page. */
  const firstOf = (jokes: readonly Joke[], per_page: number): JokeList =>
    pageOf(jokes.slice(0, per_page), Math.min(jokes.length, per_page), { page: 1, per_page });

  return {
    /**
     * One page of jokes.
     * @throws ApiError forbidden when a visitor filters by another status; not_found beyond the last page of a shuffled
     *   list; too_many_requests or unavailable when too many searches run
     */
    async list(request: ListRequest, caller: Caller): Promise<JokeList> {
      const { identity } = caller;
      const { page, per_page, sortBy, seed = '', search: query } = request;
      const statuses = listedStatuses(identity, request.status);
      const asAdmin = isAdmin(identity);
      const catalog = await (asAdmin
        ? follower.read(READ.administrator)
        : follower.read(READ.visitor));
      const present = asAdmin ? presentToAdmin : presentJoke;
      const filter = tagFilter(request);
      const sort = sortBy === SHUFFLED ? { seed } : sortBy;
      const offset = (page - 1) * per_page;
      const searched = async () => {
        const options = { statuses, sort, filter };
        const found = await inTurn(caller, () =>
          asAdmin ? findForAdmin(catalog, query, options) : search.find(catalog, query, options),
        );
        return { jokes: found.slice(offset, offset + per_page), total: found.length };
      };
      const { jokes, total } =
        query.trim() === ''
          ? catalog.list(statuses, sort, { offset, limit: per_page, filter })
          : await searched();
      const list = pageOf(jokes, total, request, present);
      if (sortBy === SHUFFLED && page > Math.max(1, list.pages)) {
        // A program that counts its pages would take an empty one for a page of facts.
        throw new ApiError('not_found', `There is no page ${page} of ${list.pages}.`);
      }
      return list;
    },

    /**
     * One page of the approved jokes that a visitor searches for.
     * @throws ApiError too_many_requests or unavailable when too many searches run
     */
    async search(request: SearchRequest, caller: Caller): Promise<JokeSearch> {
      const { q, page, per_page, sortBy } = request;
      const catalog = await follower.read(READ.visitor);
      const found = await inTurn(caller, () => findForVisitor(catalog, q));
      const { match, words } = found;
      const matching = found.jokes.filter(tagFilter(request) ?? (() => true));
      const now = (jokes: readonly Joke[]) =>
        catalog.findApproved(jokes.map(({ joke_id }) => joke_id));
      const jokes = sortBy ? catalog.highestFirst(now(matching)) : matching;
      const shown = now(jokes.slice((page - 1) * per_page, page * per_page));
      return { ...pageOf(shown, jokes.length, request), match, words };
    },

    /** @throws ApiError not_found when no approved joke has this id */
    async single(jokeId: number): Promise<JokeWithNeighbors> {
      const catalog = await follower.read(READ.visitor);
      const [joke] = catalog.findApproved([jokeId]);
      const { previous, next } = catalog.approvedBeside(jokeId);
      if (!joke) {
        // The title of the page. It reveals only the highest approved number.
        const detail = `There is no fact no. ${jokeId}${next === null ? ' yet' : ''}.`;
        throw new ApiError('not_found', detail);
      }
      return {
        ...presentWithVotes(joke),
        created_at: joke.created_at.toISOString(),
        approved_at: joke.approved_at && startOfDay(joke.approved_at).toISOString(),
        previous_id: previous,
        next_id: next,
      };
    },

    /**
     * What to show below a joke. It counts as a search, unless it is known.
     * @throws ApiError not_found when no approved joke has this id; too_many_requests or unavailable
     */
    related: (jokeId: number, caller: Caller) => relatedTo(jokeId, (work) => inTurn(caller, work)),

    /**
     * The same for a joke's page, which does without it while others search, and which no quota counts.
     * @throws ApiError not_found when no approved joke has this id; unavailable
     */
    relatedIfIdle: (jokeId: number, { state }: Caller) =>
      relatedTo(jokeId, (work) => queue(work, { signal: state.signal, ifIdle: true })),

    random: createRandomJoke(dependencies),

    inTurn,

    /** Those of these jokes that the caller may see: for a visitor, the approved ones. */
    find: async (identity: Identity, jokeIds: readonly number[]): Promise<Joke[]> => {
      if (!isAdmin(identity)) return (await follower.read(READ.visitor)).findApproved(jokeIds);
      const catalog = await follower.read(READ.administrator);
      return jokeIds.flatMap((id) => catalog.find(id) ?? []);
    },

    /**
     * Does nothing for a joke that exists, whatever its status.
     * @throws ApiError not_found when no joke has this id
     */
    async requireExisting(jokeId: number): Promise<void> {
      if (!(await follower.read(READ.visitor)).find(jokeId)) throw noSuchJoke();
    },

    /** How many approved jokes there are, and how many with each tag. */
    tags: async (): Promise<TagList> => tagsOf(await follower.read(READ.visitor)),

    /** The approved jokes with the highest scores, best first: over all votes, or this week's. */
    async top(limit: number, period: 'all' | 'week' = 'all'): Promise<JokeList> {
      const catalog = await follower.read(READ.visitor);
      return firstOf(period === 'week' ? catalog.topOfWeek() : catalog.top(), limit);
    },

    /** The most recently approved jokes, newest first. */
    newest: async (limit: number) => firstOf((await follower.read(READ.visitor)).newest(), limit),
  };
}
