import { countText } from '../ui/format.ts';
import { useQuery } from '@tanstack/react-query';
import type { ModeratedSimilarJoke } from 'functions/contract';
import { useState } from 'react';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { similarJokes, type ListedJoke } from './moderation-queries.ts';
import { QueryStates } from './query-states.tsx';
import { DUPLICATE } from './queue/similar-facts.ts';
import { SimilarList } from './similar-list.tsx';
import styles from './dialogs.module.css';

interface SimilarDialogProps {
  joke: ListedJoke;
  /** Rejects duplicates of the joke, which is published. */
  onReject: (duplicates: readonly ModeratedSimilarJoke[]) => void;
  /** Approves the joke and rejects its duplicates. */
  onKeep: (duplicates: readonly ModeratedSimilarJoke[]) => void;
  onClose: () => void;
}

/**
 * Shows the jokes that say nearly the same as a joke. The pending ones can be rejected at once as duplicates of
 * it, which is approved with that; unless it is pending and another one is published, or it is rejected.
 */
export function SimilarDialog({ joke, onReject, onKeep, onClose }: SimilarDialogProps) {
  const query = useQuery(similarJokes(joke.joke_id));
  /** those whose checkbox is not as at first */
  const [changed, setChanged] = useState<readonly number[]>([]);
  const similar = query.data?.similar ?? [];
  const isPublic = joke.status === 'approved';
  const isRepeated = similar.some(
    ({ status, similarity }) => status === 'approved' && similarity >= DUPLICATE,
  );
  const isOriginal = isPublic || (joke.status === 'pending' && !isRepeated);
  const isOffered = ({ status }: ModeratedSimilarJoke) => isOriginal && status === 'pending';
  const isChosen = ({ joke_id, similarity }: ModeratedSimilarJoke) =>
    (isPublic || similarity >= DUPLICATE) !== changed.includes(joke_id);
  const offered = similar.filter(isOffered);
  const duplicates = offered.filter(isChosen);
  const toggle = (id: number) =>
    setChanged(changed.includes(id) ? changed.filter((each) => each !== id) : [...changed, id]);
  const reject = () => {
    onClose();
    if (isPublic) onReject(duplicates);
    else onKeep(duplicates);
  };
  const checkbox = (each: ModeratedSimilarJoke) =>
    isOffered(each) && (
      <label className={styles.select}>
        <input
          type="checkbox"
          aria-label={`Fact no. ${each.joke_id} is a duplicate`}
          checked={isChosen(each)}
          onChange={() => toggle(each.joke_id)}
        />
      </label>
    );
  return (
    <Dialog title={`Similar to fact no. ${joke.joke_id}`} onClose={onClose}>
      <p className={`${styles.preview} joke-text`} dir="auto">
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
            {`${isPublic ? 'Reject' : 'Approve this one, reject'} ${countText(duplicates.length, 'duplicate')}`}
          </button>
        )}
      </DialogActions>
    </Dialog>
  );
}
