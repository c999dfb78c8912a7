import { create } from 'zustand';
import { loadVotes, saveVotes, VOTES_KEY, type Votes } from './votes-storage.ts';

interface VotesStore {
  votes: Votes;
  /** Notes that this browser has given a joke `stars` of 1 to 5. */
  record: (jokeId: number, stars: number) => void;
  /** Takes the note back. */
  forget: (jokeId: number) => void;
  /** Takes over what is stored: at the start, and after a change in another tab. */
  reload: () => void;
}

/** What this browser has voted: kept in its storage, the same in all of its tabs. */
export const useVotes = create<VotesStore>()((set, get) => {
  let saved = true;
  // Storage is read again before each change: another tab may have voted meanwhile. Where it
  // refuses to keep anything, the votes last as long as the page.
  const latest = () => (saved ? loadVotes() : undefined) ?? get().votes;
  const keep = (votes: Votes) => {
    saved = saveVotes(votes);
    set({ votes });
  };
  return {
    votes: {},
    record: (jokeId, stars) => keep({ ...latest(), [jokeId]: stars }),
    forget: (jokeId) => {
      const { [jokeId]: _forgotten, ...rest } = latest();
      keep(rest);
    },
    reload: () => set({ votes: latest() }),
  };
});

/** Keeps the store in step with the other tabs; returns how to stop. */
export function followOtherTabs(): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (key === VOTES_KEY || key === null) useVotes.getState().reload();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
