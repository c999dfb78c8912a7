import { ageInDays, creationDate, reviewDate } from './dates.ts';
import type { Random } from './random.ts';
import type { SeedJoke } from './seed-joke.ts';
import { drawHistogram, drawQuality, drawVoteCount } from './votes.ts';

/** A joke without id, dates and votes. */
export interface JokeDraft {
  text: string;
  status: SeedJoke['status'];
  favorite: boolean;
}

/** The position of a joke in the order of creation. */
export interface Position {
  /** from 0; the id is `index` + 1 */
  index: number;
  /** the number of all jokes */
  count: number;
  /** the share of all jokes that was created in 2026 */
  recentShare: number;
}

/** Completes a draft with id, dates and votes. */
export function buildJoke(draft: JokeDraft, position: Position, random: Random): SeedJoke {
  // Jitter below one step keeps the order, with at least a tenth of a step between neighbors.
  const share = (position.index + random() * 0.9) / position.count;
  const created = creationDate(share, position.recentShare);
  const reviewed = reviewDate(created, random);
  const approved = draft.status === 'approved';
  return {
    joke_id: position.index + 1,
    joke_text: draft.text,
    status: draft.status,
    histogram: approved ? drawVotes(draft.favorite, created, random) : [0, 0, 0, 0, 0],
    created_at: created,
    updated_at: draft.status === 'pending' ? created : reviewed,
    approved_at: approved ? reviewed : null,
  };
}

function drawVotes(favorite: boolean, created: Date, random: Random): SeedJoke['histogram'] {
  const quality = drawQuality(random, favorite);
  const votes = drawVoteCount(random, { quality, ageDays: ageInDays(created), favorite });
  return drawHistogram(random, quality, votes);
}
