import { limits } from 'functions/contract';
import { create } from 'zustand';
import { followItem, readItem, writeItem } from './browser-storage.ts';

/** The storage key of the votes (specification §3, browser storage). */
const VOTES_KEY = 'votedJokes';

/** The stars this browser has given, by joke id. */
type Votes = Readonly<Record<number, number>>;

function isRating(value: unknown): value is number {
  const number = Number.isInteger(value) ? Number(value) : 0;
  return number >= limits.ratingMin && number <= limits.ratingMax;
}

/** Parses a stored map. Entries that are not votes are dropped; the others stay. */
export function parseVotes(stored: string | null): Votes {
  const votes: Record<number, number> = {};
  try {
    const entries: unknown = JSON.parse(stored ?? '{}');
    for (const [key, value] of Object.entries(entries ?? {})) {
      if (/^[1-9]\d{0,8}$/.test(key) && isRating(value)) votes[Number(key)] = value;
    }
  } catch {
    // Nothing else writes there; the next vote replaces it.
  }
  return votes;
}

interface VotesStore {
  votes: Votes;
  /** Records that this browser has given a joke `stars`, 1 to 5. */
  record: (jokeId: number, stars: number) => void;
  /** Removes the record. */
  forget: (jokeId: number) => void;
  /** Loads the stored votes. */
  reload: () => void;
}

/** This browser's votes, saved in its storage and the same in all tabs. */
export const useVotes = create<VotesStore>()((set, get) => {
  let saved = true;
  // Storage is read before each change, because another tab may have voted meanwhile. If saving
  // fails, the votes last as long as the page.
  const latest = () => {
    const stored = saved ? readItem(VOTES_KEY) : undefined;
    return stored === undefined ? get().votes : parseVotes(stored);
  };
  const save = (votes: Votes) => {
    saved = writeItem(VOTES_KEY, JSON.stringify(votes));
    set({ votes });
  };
  return {
    votes: {},
    record: (jokeId, stars) => save({ ...latest(), [jokeId]: stars }),
    forget: (jokeId) => {
      const { [jokeId]: _forgotten, ...rest } = latest();
      save(rest);
    },
    reload: () => set({ votes: latest() }),
  };
});

/** Loads the stored votes, and applies changes from other tabs. */
export function followVotes(): void {
  followItem(VOTES_KEY, useVotes.getState().reload);
}
