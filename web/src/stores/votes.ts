import { limits } from 'functions/domain';
import { create } from 'zustand';
import { followItem, readItem, writeItem } from './browser-storage.ts';

/** The storage key of the votes (specification §3, browser storage). */
const VOTES_KEY = 'votedJokes';
const RECENT_KEY = 'recentVotes';
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

/** The entries of a stored map by joke id. Nothing else writes there: what can't be read is dropped. */
function entriesOf(stored: string | null): [number, unknown][] {
  try {
    const content: unknown = JSON.parse(stored ?? '{}');
    const entries: [string, unknown][] = Object.entries(content ?? {});
    return entries
      .filter(([key]) => /^[1-9]\d{0,8}$/.test(key))
      .map(([key, value]) => [Number(key), value]);
  } catch {
    return [];
  }
}

/** Parses the stored votes. Entries that are not votes are dropped; the others stay. */
export function parseVotes(stored: string | null): Votes {
  const votes: Record<number, number> = {};
  for (const [jokeId, value] of entriesOf(stored)) if (isStars(value)) votes[jokeId] = value;
  return votes;
}

function parseRecentVote(value: unknown): RecentVote | undefined {
  if (typeof value !== 'object') return undefined;
  const { key, stars, rating, num_votes, answered_at }: Record<string, unknown> = { ...value };
  const isVote =
    typeof key === 'string' &&
    (/^[\da-f-]{36}$/.test(key) || (key === '' && answered_at !== null)) &&
    isStars(stars) &&
    typeof rating === 'number' &&
    isInteger(num_votes, 1, Number.MAX_SAFE_INTEGER) &&
    (answered_at === null || typeof answered_at === 'number');
  return isVote ? { key, stars, rating, num_votes, answered_at } : undefined;
}

/** Parses the stored recent votes, like {@link parseVotes}. */
export function parseRecentVotes(stored: string | null): RecentVotes {
  const recent: Record<number, RecentVote> = {};
  for (const [jokeId, value] of entriesOf(stored)) {
    const vote = parseRecentVote(value);
    if (vote) recent[jokeId] = vote;
  }
  return recent;
}

interface VotesStore {
  votes: Votes;
  recent: RecentVotes;
  /** Records a vote, also that and how the server has answered it. */
  record: (jokeId: number, vote: RecentVote) => void;
  /** Removes a vote. @param keepKey whether the next vote on the joke is sent with the same key */
  forget: (jokeId: number, keepKey?: boolean) => void;
  /** Loads the stored votes. */
  reload: () => void;
}

/** This browser's recent vote on a joke; undefined if it was taken back. */
export function recentVoteOf(
  { votes, recent }: Pick<VotesStore, 'votes' | 'recent'>,
  jokeId: number,
): RecentVote | undefined {
  return votes[jokeId] === undefined ? undefined : recent[jokeId];
}

function without<T>(map: Readonly<Record<number, T>>, jokeId: number): Record<number, T> {
  const { [jokeId]: _removed, ...rest } = map;
  return rest;
}

/** The recent votes of which this is still true, those with an answer without their keys. */
function stillRecent(recent: RecentVotes): RecentVotes {
  const since = Date.now() - RECENT_MS;
  return Object.fromEntries(
    Object.entries(recent).flatMap(([jokeId, vote]) => {
      if (vote.answered_at === null) return [[jokeId, vote]];
      return vote.answered_at > since ? [[jokeId, { ...vote, key: '' }]] : [];
    }),
  );
}

/** This browser's votes, saved in its storage and the same in all tabs. */
export const useVotes = create<VotesStore>()((set, get) => {
  let saved = true;
  // Storage is read before each change, because another tab may have voted meanwhile. If saving
  // fails, the votes last as long as the page.
  const latest = (): Pick<VotesStore, 'votes' | 'recent'> => {
    const stored = saved ? readItem(VOTES_KEY) : undefined;
    if (stored === undefined) return get();
    const recent = parseRecentVotes(readItem(RECENT_KEY) ?? null);
    return { votes: parseVotes(stored), recent };
  };
  const save = (votes: Votes, given: RecentVotes) => {
    const recent = stillRecent(given);
    // A vote must not be stored as given without the key that it may have to be sent again with.
    saved =
      writeItem(RECENT_KEY, Object.keys(recent).length > 0 ? JSON.stringify(recent) : null) &&
      writeItem(VOTES_KEY, JSON.stringify(votes));
    set({ votes, recent });
  };
  return {
    votes: {},
    recent: {},
    record: (jokeId, vote) => {
      const { votes, recent } = latest();
      save({ ...votes, [jokeId]: vote.stars }, { ...recent, [jokeId]: vote });
    },
    forget: (jokeId, keepKey = false) => {
      const { votes, recent } = latest();
      save(without(votes, jokeId), keepKey ? recent : without(recent, jokeId));
    },
    reload: () => set(latest()),
  };
});

/** Loads the stored votes, and applies changes from other tabs. */
export function followVotes(): void {
  followItem(VOTES_KEY, useVotes.getState().reload);
  followItem(RECENT_KEY, useVotes.getState().reload);
}
