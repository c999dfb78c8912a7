import { isDeepStrictEqual } from 'node:util';
import { type JokeSort, type JokeStatus, type Totals } from '../contract/index.ts';
import { limits, REPORT_REASONS, weekOf } from '../domain/index.ts';
import {
  isCurrent,
  isRemoved,
  type CatalogEntry,
  type CatalogJoke,
  type KeptJoke,
} from './joke-document.ts';
import { best, newerFirst, orderOf, withStatus } from './orders.ts';
import {
  countVotes,
  DEFAULT_PRIOR,
  FEWEST_VOTES_OF_WEEK,
  potentialOf,
  scoreOf,
  votesOf,
} from './score.ts';

/** How late orders by votes may be. With the 25 s of a refresh, another instance is 30 s late at most (P5). */
const VOTES_LATE_MS = 5_000;

/** Contenders are this share of the approved jokes, within these bounds. */
const CONTENDERS = { share: 0.05, fewest: 50, most: 300 };
/** Newcomers are those of this many newest jokes that have fewer than five votes. */
const NEWEST = 100;
const VOTES_OF_NEWCOMER = 5;

/** A joke as an instance has read or written it. */
export interface VersionedJoke {
  joke_id: number;
  /**
   * The document's `updateTime`, in microseconds since the epoch. For a joke that this instance wrote: the
   * `updateTime` of the document it replaced, plus half a microsecond. A higher version replaces a lower one.
   */
  version: number;
  /** undefined if the document is malformed */
  joke: CatalogEntry | undefined;
}

/** Whether a joke was read or written later than the same joke in memory. */
const isLater = (read: VersionedJoke, known: VersionedJoke) => read.version > known.version;

/** Whether a list has a joke. */
export type JokeTest = (joke: CatalogJoke) => boolean;

/** A part of a list. */
interface ListOptions {
  /** how many jokes are skipped; none by default */
  offset?: number;
  /** how many are listed at most; all by default */
  limit?: number;
  filter?: JokeTest | undefined;
}

/** What counts of a joke's votes. */
const countedOf = ({ weighted, histogram }: CatalogJoke) => weighted ?? votesOf(histogram);

/** Everything of a joke but its votes and reports. */
function contentOf(joke: CatalogEntry | undefined) {
  if (!joke || isRemoved(joke)) return joke;
  const { histogram: _, weighted: _1, week: _2, week_weighted: _3, reports: _4, ...rest } = joke;
  return rest;
}

/** How many browsers have reported a joke. */
export function countReports({ reports }: KeptJoke): number {
  return REPORT_REASONS.reduce((sum, reason) => sum + (reports?.[reason] ?? 0), 0);
}

export type Catalog = ReturnType<typeof createCatalog>;

interface Dependencies {
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment; never set */
  monotonic: () => number;
  /** a number that is higher than that of every catalog before */
  firstVersion: number;
}

/**
 * All jokes in memory, and the orders that lists need, each made when it is asked for. Orders of content follow
 * every change; those by votes are up to five seconds late.
 */
export function createCatalog({ clock, monotonic, firstVersion }: Dependencies) {
  const entries = new Map<number, VersionedJoke>();
  const receipts = new Map<string, number>();
  let contentVersion = firstVersion;
  let votesVersion = 0;

  function find(jokeId: number): CatalogJoke | undefined {
    const joke = entries.get(jokeId)?.joke;
    return joke && isCurrent(joke) ? joke : undefined;
  }

  /** Makes something again when content has changed. */
  function byContent<Value>(make: () => Value): () => Value {
    let made: { version: number; value: Value } | undefined;
    return () => {
      if (made?.version !== contentVersion) made = { version: contentVersion, value: make() };
      return made.value;
    };
  }

  /**
   * The same, and at most every five seconds when votes have changed.
   * @param period a value that is made again when this has changed
   */
  function byVotes<Value>(make: () => Value, period = () => ''): () => Value {
    let made:
      | { content: number; votes: number; period: string; at: number; value: Value }
      | undefined;
    return () => {
      const now = monotonic();
      const isOld = made?.votes !== votesVersion && now - (made?.at ?? now) >= VOTES_LATE_MS;
      if (!made || isOld || made.content !== contentVersion || made.period !== period()) {
        const versions = { content: contentVersion, votes: votesVersion, period: period() };
        made = { ...versions, at: now, value: make() };
      }
      return made.value;
    };
  }

  /** What is known now of jokes of an order, whose votes may be older. */
  const present = (jokes: readonly CatalogJoke[]) =>
    jokes.flatMap(({ joke_id }) => find(joke_id) ?? []);
  const all = () => [...entries.keys()].flatMap((id) => find(id) ?? []);

  /** All jokes, the first created first. */
  const byDate = byContent(() =>
    orderOf(
      all().sort(
        (a, b) => a.created_at.getTime() - b.created_at.getTime() || a.joke_id - b.joke_id,
      ),
    ),
  );
  const byStatus = () => byDate().byStatus;
  const approved = () => present(byStatus().approved);
  const byNumber = byContent(() => byStatus().approved.toSorted((a, b) => a.joke_id - b.joke_id));
  const byApproval = byContent(() =>
    best(approved(), NEWEST, ({ approved_at }) => approved_at?.getTime() ?? 0),
  );
  const images = byContent(() => new Set(approved().flatMap(({ image }) => image?.file ?? [])));

  /** The site's average vote, 1 to 5. */
  const prior = byVotes(() => {
    let all = 0;
    let sum = 0;
    for (const { histogram } of approved()) {
      const { votes, stars } = votesOf(histogram);
      all += votes;
      sum += stars;
    }
    return all === 0 ? DEFAULT_PRIOR : sum / all;
  });
  /** Jokes with the highest scores first. */
  const highestFirst = (jokes: readonly CatalogJoke[]) => {
    const average = prior();
    return best(jokes, Infinity, (joke) => scoreOf(countedOf(joke), average));
  };
  const byScore = byVotes(() => orderOf(highestFirst(all())));
  const thisWeek = () => weekOf(new Date(clock()));
  const week = byVotes(() => {
    const monday = thisWeek();
    return best(approved(), limits.topSize, ({ week: ofVotes, week_weighted: counted }) =>
      ofVotes === monday && counted && counted.votes >= FEWEST_VOTES_OF_WEEK
        ? scoreOf(counted, prior())
        : undefined,
    );
  }, thisWeek);
  const contenders = byVotes(() => {
    const { share, fewest, most } = CONTENDERS;
    const size = Math.min(most, Math.max(fewest, Math.round(share * byStatus().approved.length)));
    return best(approved(), size, (joke) => potentialOf(countedOf(joke), prior()));
  });

  return {
    /** Finds a joke of any status. @returns undefined if it does not exist or was deleted */
    find,

    /** Finds a joke of any status, also a deleted one. @returns undefined if nothing of it is left */
    findKept(jokeId: number): KeptJoke | undefined {
      const joke = entries.get(jokeId)?.joke;
      return joke && !isRemoved(joke) ? joke : undefined;
    },

    /** Whether a joke's document exists, but can't be read. */
    isMalformed(jokeId: number): boolean {
      const known = entries.get(jokeId);
      return known !== undefined && known.joke === undefined;
    },

    /** Those of these jokes that are approved, in the given order. */
    findApproved: (jokeIds: readonly number[]) =>
      jokeIds.flatMap((id) => find(id) ?? []).filter(({ status }) => status === 'approved'),

    isApproved: (jokeId: number) => find(jokeId)?.status === 'approved',

    /** What was submitted with a receipt; undefined for an unknown one. */
    findByReceipt(receiptHash: string): CatalogEntry | undefined {
      const jokeId = receipts.get(receiptHash);
      return jokeId === undefined ? undefined : entries.get(jokeId)?.joke;
    },

    /**
     * A part of the jokes with one of these statuses that match a filter: by the date of their creation, then by
     * number, or by score as the Top 100.
     * @returns also how many there are in all
     */
    list(
      statuses: readonly JokeStatus[],
      sort: JokeSort,
      { offset = 0, limit = Infinity, filter }: ListOptions = {},
    ): { jokes: CatalogJoke[]; total: number } {
      const jokes = withStatus(sort === 'rating_desc' ? byScore() : byDate(), statuses);
      const listed = filter ? jokes.filter(filter) : jokes;
      const total = listed.length;
      if (sort !== 'date_desc')
        return { jokes: present(listed.slice(offset, offset + limit)), total };
      const from = Math.max(0, total - offset - limit);
      const part = present(listed.slice(from, Math.max(0, total - offset)));
      return { jokes: part.reverse(), total };
    },

    /** How many jokes there are with each status. */
    totals: (): Totals => {
      const ids = byStatus();
      return {
        approved: ids.approved.length,
        pending: ids.pending.length,
        rejected: ids.rejected.length,
      };
    },

    /** The nearest lower and higher ids of approved jokes; null for the first or last joke's missing neighbor. */
    approvedBeside(jokeId: number): { previous: number | null; next: number | null } {
      const jokes = byNumber();
      return {
        previous: jokes.findLast(({ joke_id }) => joke_id < jokeId)?.joke_id ?? null,
        next: jokes.find(({ joke_id }) => joke_id > jokeId)?.joke_id ?? null,
      };
    },

    highestFirst,

    /** The approved jokes with the highest scores, best first. */
    top: () => present(byScore().byStatus.approved.slice(0, limits.topSize)),
    /** The approved jokes with the highest scores of this week (UTC), best first. */
    topOfWeek: () => present(week()),
    /** The most recently approved jokes, newest first. */
    newest: () => present(byApproval()).slice(0, limits.newestSize),
    /** The approved jokes whose scores may turn out to be among the highest. */
    contenders: () => present(contenders()),
    /** New approved jokes with few votes. */
    newcomers: () =>
      present(byApproval()).filter(({ histogram }) => countVotes(histogram) < VOTES_OF_NEWCOMER),
    /** A joke's score, and the site's average. */
    scoreOf: (joke: CatalogJoke) => ({ score: scoreOf(countedOf(joke), prior()), prior: prior() }),

    /** The reported jokes, the most reported first, of those the most recently reported, then the newest. */
    reported(): CatalogJoke[] {
      const lastOf = ({ reports }: KeptJoke) => reports?.last_at.getTime() ?? 0;
      return approved()
        .filter(({ reports }) => reports !== null)
        .toSorted(
          (a, b) => countReports(b) - countReports(a) || lastOf(b) - lastOf(a) || newerFirst(a, b),
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

    /** Everything that is known, deleted and malformed jokes included. */
    entries: () => entries.values(),
    size: () => entries.size,

    /** Takes over a joke unless this version or a later one is known. @returns whether it did */
    apply(read: VersionedJoke): boolean {
      const known = entries.get(read.joke_id);
      if (known && !isLater(read, known)) return false;
      entries.set(read.joke_id, read);
      const hash = read.joke?.receipt_hash;
      if (hash !== undefined) receipts.set(hash, read.joke_id);
      if (known && isDeepStrictEqual(contentOf(known.joke), contentOf(read.joke))) {
        votesVersion += 1;
      } else {
        contentVersion += 1;
      }
      return true;
    },
  };
}
