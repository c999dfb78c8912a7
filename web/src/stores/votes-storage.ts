import { limits } from 'functions/contract';

/** Where this browser keeps its votes (specification §3, browser storage). */
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

/** Reads a stored map. What is not a vote is left out, so that one bad entry costs no other. */
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

/** The stored votes, or `undefined` where the browser refuses its storage. */
export function loadVotes(): Votes | undefined {
  try {
    return parseVotes(localStorage.getItem(VOTES_KEY));
  } catch {
    return undefined;
  }
}

/** Stores the votes; false where the browser refuses. */
export function saveVotes(votes: Votes): boolean {
  try {
    localStorage.setItem(VOTES_KEY, JSON.stringify(votes));
    return true;
  } catch {
    return false;
  }
}
