import { create } from 'zustand';
import { loadVotes, saveVotes, VOTES_KEY, type Votes } from './votes-storage.ts';

interface VotesStore {
  votes: Votes;
  /** Records that this browser has given a joke `stars`, 1 to 5. */
  record: (jokeId: number, stars: number) => void;
  /** Removes the record. */
  forget: (jokeId: number) => void;
  /** Loads the stored votes: at the start, and after a change in another tab. */
  reload: () => void;
}

/** This browser's votes, saved in its storage and the same in all tabs. */
export const useVotes = create<VotesStore>()((set, get) => {
  let saved = true;
  // Storage is read before each change, because another tab may have voted meanwhile. If saving
  // fails, the votes last as long as the page.
  const latest = () => (saved ? loadVotes() : undefined) ?? get().votes;
  const save = (votes: Votes) => {
    saved = saveVotes(votes);
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

/** Applies changes from other tabs. Returns a function that stops it. */
export function syncVotesAcrossTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === VOTES_KEY || key === null) useVotes.getState().reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
