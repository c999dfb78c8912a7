import type { ModeratedSimilarJoke } from 'functions/contract';
import type { SeenJoke } from '../changes.ts';
import type { PendingEntry } from '../moderation-queries.ts';

/** From this similarity on, people call a fact a duplicate. */
export const DUPLICATE = 0.6;

/** What is known about the facts that are like a pending one, with the statuses that they have now. */
export interface SimilarFacts {
  /** the one that is most like it, if people would call it a duplicate */
  twin: ModeratedSimilarJoke | undefined;
  others: ModeratedSimilarJoke[];
  /** a published one that it repeats */
  original: ModeratedSimilarJoke | undefined;
  /** What can be rejected as duplicates of the original at once: the fact itself and the pending ones like it, if there are any. */
  duplicates: SeenJoke[];
  /** the pending ones that it could be kept instead of; empty if one is published */
  rivals: ModeratedSimilarJoke[];
}

/** Compares a pending fact with those like it. @param entries the loaded facts, as they are now */
export function similarFactsOf(
  { joke, similar }: PendingEntry,
  entries: readonly PendingEntry[],
): SimilarFacts {
  const known = new Map(entries.map((entry) => [entry.joke.joke_id, entry.joke.status]));
  const now = similar.flatMap((each) => {
    const status = known.get(each.joke_id) ?? each.status;
    return status === 'deleted' ? [] : { ...each, status };
  });
  const close = now.filter(({ similarity }) => similarity >= DUPLICATE);
  const [twin] = close;
  const original = close.find(({ status }) => status === 'approved');
  const alike = close.filter(({ status }) => status === 'pending');
  return {
    twin,
    others: now.filter((each) => each !== twin),
    original,
    duplicates: original && alike.length > 0 ? [joke, ...alike] : [],
    rivals: original ? [] : alike,
  };
}
