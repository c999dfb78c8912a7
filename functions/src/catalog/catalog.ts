import { isDeepStrictEqual } from 'node:util';
import {
  forEach,
  type AnyStatus,
  type JokeSort,
  type JokeStatus,
  type Totals,
} from '../contract/index.ts';
import { JOKE_STATUSES, limits, weekOf, type SHUFFLED } from '../domain/index.ts';
import type { Tools } from '../platform/tools.ts';
import {
  contentOf,
  countedOf,
  countReports,
  isCurrent,
  isTombstone,
  type Joke,
  type Tombstone,
  type Versioned,
} from './joke.ts';
import { best, countVotes, DEFAULT_PRIOR, potentialOf, scoreOf, sumOf } from './score.ts';
import { shuffle } from './shuffle.ts';

/** How late orders by votes may be. With the 25 s of a refresh, another instance is 30 s late at most (P5). */
const VOTES_LATE_MS = 5_000;

/** Contenders are this share of the approved jokes, within these bounds. */
const CONTENDERS = { share: 0.05, fewest: 50, most: 300 };
/** Newcomers are those of this many newest jokes that have fewer than five votes. */
const NEWEST = 100;
const VOTES_OF_NEWCOMER = 5;
/** Fewer votes that count say too little about a week. */
const VOTES_OF_WEEK = 5;

/** Whether a joke was read or written later than the same joke in memory. */
const isLater = (read: Versioned, known: Versioned) => read.version > known.version;

/** Whether a list has a joke. */
export type JokeTest = (joke: Joke) => boolean;

/** The order of a list. */
export type JokeOrder = Exclude<JokeSort, typeof SHUFFLED> | { seed: string };

/** A part of a list. */
interface ListOptions {
  /** how many jokes are skipped; none by default */
  offset?: number;
  /** how many are listed at most; all by default */
  limit?: number;
  filter?: JokeTest | undefined;
}

const isApproved: JokeTest = ({ status }) => status === 'approved';
const idOf = ({ joke_id }: Joke) => joke_id;
const timeOf = (date: Date | null | undefined) => date?.getTime() ?? 0;

/** Makes something again when a version has changed. */
function memo<Given extends unknown[], Value>(
  versionOf: (...given: Given) => number | string,
  make: (...given: Given) => Value,
): (...given: Given) => Value {
  let made: { version: number | string; value: Value } | undefined;
  return (...given) => {
    const version = versionOf(...given);
    if (made?.version !== version) made = { version, value: make(...given) };
    return made.value;
  };
}

/** Counted through all catalogs of this process, so that no response of one is used for another. */
let latestVersion = 0;

export type Catalog = ReturnType<typeof createCatalog>;

/**
 * All jokes in memory, and the orders that lists need, each made when it is asked for. Orders of content follow
 * every change; those by votes are up to five seconds late.
 */
export function createCatalog({ clock, monotonic }: Pick<Tools, 'clock' | 'monotonic'>) {
  const entries = new Map<number, Versioned>();
  const receipts = new Map<string, number>();
  let contentVersion = (latestVersion += 1);
  let votesVersion = 0;
  let ordered = { votes: votesVersion, at: monotonic() };

  function find(jokeId: number): Joke | undefined {
    const joke = entries.get(jokeId)?.joke;
    return joke && isCurrent(joke) ? joke : undefined;
  }

  const byContent = <Value>(make: () => Value) => memo(() => contentVersion, make);
  /** Makes something again when content has changed, and when votes have, every five seconds at most. */
  const byVotes = <Value>(make: () => Value) =>
    memo(() => {
      const isLate = ordered.votes !== votesVersion && monotonic() - ordered.at >= VOTES_LATE_MS;
      if (isLate) ordered = { votes: votesVersion, at: monotonic() };
      return `${contentVersion} ${ordered.votes}`;
    }, make);

  /** The jokes with these ids as they are known now. */
  const findAll = (ids: readonly number[]) => ids.flatMap((id) => find(id) ?? []);
  /** What is known now of jokes of an order, whose votes may be older. */
  const present = (jokes: readonly Joke[]) => findAll(jokes.map(idOf));
  const all = () => findAll([...entries.keys()]);

  /** All jokes, the first created first. */
  const byDate = byContent(() =>
    all().sort((a, b) => timeOf(a.created_at) - timeOf(b.created_at) || a.joke_id - b.joke_id),
  );
  const approvedByDate = byContent((): readonly Joke[] => byDate().filter(isApproved));
  const approved = () => present(approvedByDate());
  const approvedIds = byContent(() =>
    approvedByDate()
      .map(idOf)
      .sort((a, b) => a - b),
  );
  const approvedAt = ({ approved_at }: Joke) => timeOf(approved_at);
  const byApproval = byContent(() => best(approved(), NEWEST, approvedAt));
  const images = byContent(() => new Set(approved().flatMap(({ image }) => image?.file ?? [])));

  /** The average, 1 to 5, of the site's votes that count. */
  const prior = byVotes(() => {
    const { votes, stars } = sumOf(approved().map(countedOf));
    return votes === 0 ? DEFAULT_PRIOR : stars / votes;
  });
  const score = (joke: Joke) => scoreOf(countedOf(joke), prior());
  /** Jokes with the highest scores first. */
  const highestFirst = (jokes: readonly Joke[]) => best(jokes, Infinity, score);
  const byScore = byVotes(() => highestFirst(approved()));
  const bySeed = memo(
    (seed: string) => `${contentVersion} ${seed}`,
    (seed) => shuffle(approvedByDate(), seed),
  );
  /** The jokes with the highest scores of this week. */
  function bestOfWeek(jokes: readonly Joke[]) {
    const monday = weekOf(new Date(clock()));
    return best(jokes, limits.topSize, ({ week, week_weighted: counted }) =>
      week === monday && counted && counted.votes >= VOTES_OF_WEEK
        ? scoreOf(counted, prior())
        : undefined,
    );
  }
  const ofWeek = byVotes(() => bestOfWeek(approved()));
  const contenders = byVotes(() => {
    const { share, fewest, most } = CONTENDERS;
    const size = Math.min(most, Math.max(fewest, Math.round(share * approvedByDate().length)));
    return best(approved(), size, (joke) => potentialOf(countedOf(joke), prior()));
  });

  return {
    /** Finds a joke of any status. @returns undefined if it does not exist or was deleted */
    find,

    /** Finds a joke of any status, also a deleted one. @returns undefined if nothing of it is left */
    findAny(jokeId: number): Joke<AnyStatus> | undefined {
      const joke = entries.get(jokeId)?.joke;
      return joke && !isTombstone(joke) ? joke : undefined;
    },

    /** Whether nothing but its number, and perhaps its receipt, is left of a joke. */
    isRemoved(jokeId: number): boolean {
      const joke = entries.get(jokeId)?.joke;
      return joke !== undefined && isTombstone(joke);
    },

    /** Those of these jokes that are approved, in the given order. */
    findApproved: (jokeIds: readonly number[]) => findAll(jokeIds).filter(isApproved),

    isApproved: (jokeId: number) => find(jokeId)?.status === 'approved',

    /** What was submitted with a receipt; undefined for an unknown one. */
    findByReceipt: (receiptHash: string): Joke<AnyStatus> | Tombstone | undefined =>
      entries.get(receipts.get(receiptHash) ?? 0)?.joke,

    /**
     * A part of the jokes with one of these statuses that match a filter: by the date of their creation, then by
     * number, by score as the Top 100, or as a seed decides.
     * @returns also how many there are in all
     */
    list(
      statuses: readonly JokeStatus[],
      sort: JokeOrder,
      { offset = 0, limit = Infinity, filter }: ListOptions = {},
    ): { jokes: Joke[]; total: number } {
      const ofVisitors = statuses.join() === 'approved';
      let jokes = ofVisitors
        ? approvedByDate()
        : byDate().filter(({ status }) => statuses.includes(status));
      if (sort === 'rating_desc') jokes = ofVisitors ? byScore() : highestFirst(present(jokes));
      if (sort === 'date_desc') jokes = jokes.toReversed();
      if (typeof sort === 'object') {
        jokes = ofVisitors ? bySeed(sort.seed) : shuffle(jokes, sort.seed);
      }
      if (filter) jokes = jokes.filter(filter);
      return { jokes: present(jokes.slice(offset, offset + limit)), total: jokes.length };
    },

    /** How many jokes there are with each status. */
    totals: byContent((): Totals => {
      const totals = forEach(JOKE_STATUSES, 0);
      for (const { status } of byDate()) totals[status] += 1;
      return totals;
    }),

    /** The nearest lower and higher ids of approved jokes; null for the first or last joke's missing neighbor. */
    approvedBeside(jokeId: number): { previous: number | null; next: number | null } {
      const ids = approvedIds();
      return {
        previous: ids.findLast((id) => id < jokeId) ?? null,
        next: ids.find((id) => id > jokeId) ?? null,
      };
    },

    highestFirst,

    /** The approved jokes, the first created first; their votes may be those of the last change of content. */
    approvedByDate,

    /** The approved jokes with the highest scores, best first. */
    top: () => present(byScore().slice(0, limits.topSize)),
    /** The approved jokes with the highest scores of this week (UTC), best first. */
    topOfWeek: () => bestOfWeek(present(ofWeek())),
    /** The most recently approved jokes, newest first. */
    newest: () => present(byApproval()).slice(0, limits.newestSize),
    /** The approved jokes whose scores may turn out to be among the highest. */
    contenders: () => present(contenders()),
    /** New approved jokes with few votes. */
    newcomers: () =>
      present(byApproval()).filter(({ histogram }) => countVotes(histogram) < VOTES_OF_NEWCOMER),
    /** A joke's score, by which the Top 100 is ordered. */
    scoreOf: score,

    /** The reported jokes, the most reported first, of those the most recently reported, then the newest. */
    reported(): Joke[] {
      const reported = approved().filter(({ reports }) => reports !== null);
      return best(reported, Infinity, ({ reports }) => timeOf(reports?.last_at)).sort(
        (a, b) => countReports(b) - countReports(a),
      );
    },

    /** Whether an approved joke uses this image. @param file its content hash */
    isImagePublic: (file: string) => images().has(file),

    /** A number that grows whenever something but votes has changed. */
    contentVersion: () => contentVersion,

    /** The highest number of a joke, deleted ones included; 0 without jokes. */
    highestId: () => [...entries.keys()].reduce((most, id) => Math.max(most, id), 0),

    /** All jokes that were not deleted, in any order. */
    all,

    /** Whether a number was ever used. */
    isTaken: (jokeId: number) => entries.has(jokeId),
    /** Whether a joke's document exists, but can't be read. */
    isMalformed: (jokeId: number) => entries.has(jokeId) && !entries.get(jokeId)?.joke,

    /** Everything that is known, deleted and malformed jokes included. */
    entries: () => entries.values(),
    size: () => entries.size,

    /**
     * Takes over a joke unless this version or a later one is known.
     * @param corrects whether the same version is replaced, too
     * @returns whether it did
     */
    apply(read: Versioned, corrects = false): boolean {
      const known = entries.get(read.joke_id);
      const isCorrected = corrects && read.version === known?.version;
      if (known && !isLater(read, known) && !isCorrected) return false;
      entries.set(read.joke_id, read);
      const hash = read.joke?.receipt_hash;
      if (hash !== undefined) receipts.set(hash, read.joke_id);
      if (known && isDeepStrictEqual(contentOf(known.joke), contentOf(read.joke))) {
        votesVersion += 1;
      } else {
        contentVersion = latestVersion += 1;
      }
      return true;
    },

    /** Forgets jokes whose documents are gone. */
    forget(jokeIds: Iterable<number>): void {
      for (const id of jokeIds) if (entries.delete(id)) contentVersion = latestVersion += 1;
    },
  };
}

/** Makes something of a catalog once, and again when its content has changed. */
export function byContent<Value>(make: (catalog: Catalog) => Value): (catalog: Catalog) => Value {
  return memo((catalog: Catalog) => catalog.contentVersion(), make);
}
