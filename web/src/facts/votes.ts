import { limits } from 'functions/domain';
import { useShallow } from 'zustand/react/shallow';
import { json, storedValue } from '../stores/stored-value.ts';

/** Longer than any cache of the site contains a list without the vote. */
const RECENT_MS = 60 * 60 * 1_000;

/** The stars this browser has given, by joke id. */
type Votes = Readonly<Record<number, number>>;

/**
 * A vote that the server has not answered yet, or whose result the site's caches may not contain yet; or
 * one that was taken back after failures, of which only the key matters: see {@link recentVoteOf}.
 */
export interface RecentVote {
  /**
   * the random UUID that it is sent with, so that it counts once however often it is sent; '' once the server
   * has answered, because whoever has the key of a first vote can get its voter's cookie
   */
  key: string;
  stars: number;
  /** the joke's average and number of votes: as the server answered, or as expected until then */
  rating: number;
  num_votes: number;
  /** how many votes gave one to five stars, as the server answered */
  histogram?: readonly number[] | undefined;
  /** in milliseconds since the epoch; null until the server has answered */
  answered_at: number | null;
}
type RecentVotes = Readonly<Record<number, RecentVote>>;

function isInteger(value: unknown, min: number, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}

function isStars(value: unknown): value is number {
  return isInteger(value, limits.ratingMin, limits.ratingMax);
}

function isHistogram(value: unknown): value is number[] {
  const isCount = (count: unknown) => isInteger(count, 0, Number.MAX_SAFE_INTEGER);
  return Array.isArray(value) && value.length === limits.ratingMax && value.every(isCount);
}

/** The entries of a stored map by joke id. Nothing else writes there: what can't be read is dropped. */
function entriesOf(content: unknown): [number, unknown][] {
  const entries: [string, unknown][] = Object.entries(content ?? {});
  return entries
    .filter(([key]) => /^[1-9]\d{0,8}$/.test(key))
    .map(([key, value]) => [Number(key), value]);
}

function parseVotes(content: unknown): Votes {
  const votes: Record<number, number> = {};
  for (const [jokeId, value] of entriesOf(content)) if (isStars(value)) votes[jokeId] = value;
  return votes;
}

function parseRecentVote(value: unknown): RecentVote | undefined {
  if (typeof value !== 'object') return undefined;
  const { key, stars, rating, num_votes, histogram, answered_at }: Record<string, unknown> = {
    ...value,
  };
  const isVote =
    typeof key === 'string' &&
    (/^[\da-f-]{36}$/.test(key) || (key === '' && answered_at !== null)) &&
    isStars(stars) &&
    typeof rating === 'number' &&
    isInteger(num_votes, 1, Number.MAX_SAFE_INTEGER) &&
    (answered_at === null || typeof answered_at === 'number');
  if (!isVote) return undefined;
  const vote = { key, stars, rating, num_votes, answered_at };
  return isHistogram(histogram) ? { ...vote, histogram } : vote;
}

function parseRecentVotes(content: unknown): RecentVotes {
  const since = Date.now() - RECENT_MS;
  const recent: Record<number, RecentVote> = {};
  for (const [jokeId, value] of entriesOf(content)) {
    const vote = parseRecentVote(value);
    if (vote && (vote.answered_at ?? Infinity) > since) recent[jokeId] = vote;
  }
  return recent;
}

/** This browser's votes (specification §3, browser storage). */
export const votedJokes = storedValue('votedJokes', json(parseVotes), {});
/** Its recent votes, by joke id. */
export const recentVotes = storedValue('recentVotes', json(parseRecentVotes), {});

function save(votes: Votes, recent: RecentVotes): void {
  // A vote must not be stored as given without the key that it may have to be sent again with.
  if (recentVotes.save(recent)) votedJokes.save(votes);
  else votedJokes.keep(votes);
}

function without<T>(map: Readonly<Record<number, T>>, jokeId: number): Record<number, T> {
  const { [jokeId]: _removed, ...rest } = map;
  return rest;
}

/** Records a vote, also that and how the server has answered it. */
export function recordVote(jokeId: number, vote: RecentVote): void {
  const recent = vote.answered_at === null ? vote : { ...vote, key: '' };
  save(
    { ...votedJokes.latest(), [jokeId]: vote.stars },
    { ...recentVotes.latest(), [jokeId]: recent },
  );
}

/** Removes a vote. @param keepKey whether the next vote on the joke is sent with the same key */
export function forgetVote(jokeId: number, keepKey: boolean): void {
  const recent = recentVotes.latest();
  save(without(votedJokes.latest(), jokeId), keepKey ? recent : without(recent, jokeId));
}

/** This browser's recent vote on a joke, as any tab has left it; undefined if it was taken back. */
export function recentVoteOf(jokeId: number): RecentVote | undefined {
  const isGiven = votedJokes.latest()[jokeId] !== undefined;
  return isGiven ? recentVotes.latest()[jokeId] : undefined;
}

/** The jokes whose votes the server has not answered yet. */
export function unansweredVotes(): number[] {
  const given = votedJokes.latest();
  return Object.entries(recentVotes.latest())
    .map(([jokeId, { answered_at }]) => (answered_at === null ? Number(jokeId) : 0))
    .filter((jokeId) => given[jokeId] !== undefined);
}

/** The stars that this browser has given a joke, if any. */
export function useStars(jokeId: number): number | undefined {
  return votedJokes.use((votes) => votes[jokeId]);
}

/** This browser's recent vote on a joke; undefined if it was taken back. */
export function useRecentVote(jokeId: number): RecentVote | undefined {
  const isGiven = useStars(jokeId) !== undefined;
  const recent = recentVotes.use(useShallow((votes) => votes[jokeId]));
  return isGiven ? recent : undefined;
}
