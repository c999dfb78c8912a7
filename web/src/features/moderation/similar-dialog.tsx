import { useQuery } from '@tanstack/react-query';
import type { Joke, ModeratedSimilarJoke } from 'functions/contract';
import { useState } from 'react';
import { Dialog, DialogActions } from '../../components/dialog.tsx';
import { similarJokes } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { SimilarList } from './similar-list.tsx';

interface SimilarDialogProps {
  joke: Joke;
  onReject: (duplicates: readonly ModeratedSimilarJoke[]) => void;
  onClose: () => void;
}

/** Shows the jokes that say nearly the same as a joke. The pending ones that are similar to a published joke can be rejected at once. */
export function SimilarDialog({ joke, onReject, onClose }: SimilarDialogProps) {
  const query = useQuery(similarJokes(joke.joke_id));
  const [left, setLeft] = useState<readonly number[]>([]);
  const similar = query.data?.similar ?? [];
  const isOffered = ({ status }: ModeratedSimilarJoke) =>
    joke.status === 'approved' && status === 'pending';
  const offered = similar.filter(isOffered);
  const duplicates = offered.filter(({ joke_id }) => !left.includes(joke_id));
  const toggle = (id: number) =>
    setLeft(left.includes(id) ? left.filter((each) => each !== id) : [...left, id]);
  const reject = () => {
    onClose();
    onReject(duplicates);
  };
  const checkbox = (each: ModeratedSimilarJoke) =>
    isOffered(each) && (
      <label className="joke-select">
        <input
          type="checkbox"
          aria-label={`Fact no. ${each.joke_id} is a duplicate`}
          checked={!left.includes(each.joke_id)}
          onChange={() => toggle(each.joke_id)}
        />
      </label>
    );
  return (
    <Dialog title={`Similar to fact no. ${joke.joke_id}`} onClose={onClose}>
      <p className="joke-text preview-text" dir="auto">
        {joke.joke_text}
      </p>
      <QueryStates query={query} empty={similar.length === 0 && 'No other fact is similar.'} />
      {similar.length > 0 && (
        <SimilarList text={joke.joke_text} similar={similar} before={checkbox} />
      )}
      <DialogActions close="Close" onClose={onClose}>
        {offered.length > 0 && (
          <button
            type="button"
            className="button button-main"
            disabled={duplicates.length === 0}
            onClick={reject}
          >
            Reject {duplicates.length} {duplicates.length === 1 ? 'duplicate' : 'duplicates'}
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}
