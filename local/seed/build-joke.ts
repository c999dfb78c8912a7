import { ageInDays, creationDate, reviewDate } from './dates.ts';
import type { Random } from './random.ts';
import type { SeedJoke, SeedStatus } from './seed-joke.ts';
import { drawHistogram, drawQuality, drawVoteCount } from './votes.ts';

/** What is known of a joke before dates and votes are drawn. */
export interface JokeDraft {
  text: string;
  status: SeedStatus;
  favorite: boolean;
}

/** Where a joke stands among all: its id is `index` + 1. */
export interface Place {
  index: number;
  count: number;
  recentShare: number;
}

/** Completes a draft with id, dates and votes. */
export function buildJoke(draft: JokeDraft, place: Place, random: Random): SeedJoke {
  // Less than one step of jitter keeps the order, and a tenth of a step between neighbors.
  const position = (place.index + random() * 0.9) / place.count;
  const created = creationDate(position, place.recentShare);
  const reviewed = reviewDate(created, random);
  const approved = draft.status === 'approved';
  return {
    joke_id: place.index + 1,
    joke_text: draft.text,
    status: draft.status,
    histogram: approved ? votesOf(draft.favorite, created, random) : [0, 0, 0, 0, 0],
    created_at: created,
    updated_at: draft.status === 'pending' ? created : reviewed,
    approved_at: approved ? reviewed : null,
  };
}

function votesOf(favorite: boolean, created: Date, random: Random): SeedJoke['histogram'] {
  const quality = drawQuality(random, favorite);
  const votes = drawVoteCount(random, { quality, ageDays: ageInDays(created), favorite });
  return drawHistogram(random, quality, votes);
}
