import { limits } from 'functions/contract';

/** The storage key of the votes (specification §3, browser storage). */
export const VOTES_KEY = 'votedJokes';

/** The stars this browser has given, by joke id. */
export type Votes = Readonly<Record<number, number>>;

function isRating(value: unknown): value is number {
  return (
    Number.isInteger(value) &&
    Number(value) >= limits.ratingMin &&
    Number(value) <= limits.ratingMax
  );
}

/** Parses a stored map. Entries that are not votes are dropped; the others stay. */
export function parseVotes(stored: string | null): Votes {
  let entries: unknown;
  try {
    entries = JSON.parse(stored ?? '{}');
  } catch {
    return {};
  }
  if (typeof entries !== 'object' || entries === null) return {};
  const votes: Record<number, number> = {};
  for (const [key, value] of Object.entries(entries)) {
    if (/^[1-9]\d{0,8}$/.test(key) && isRating(value)) votes[Number(key)] = value;
  }
  return votes;
}

/** The stored votes, or `undefined` if the browser blocks storage. */
export function loadVotes(): Votes | undefined {
  try {
    return parseVotes(localStorage.getItem(VOTES_KEY));
  } catch {
    return undefined;
  }
}

/** Stores the votes; returns false if the browser blocks storage or it is full. */
export function saveVotes(votes: Votes): boolean {
  try {
    localStorage.setItem(VOTES_KEY, JSON.stringify(votes));
    return true;
  } catch {
    return false;
  }
}
