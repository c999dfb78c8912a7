import type { Histogram } from '../../functions/src/catalog/score.ts';
import type { JokeStatus } from '../../functions/src/contract/index.ts';
import { DAY_MS, type Tag } from '../../functions/src/domain/index.ts';
import type { Random } from './random.ts';
import { BEST_MARK } from './facts.ts';
import { drawHistogram, drawQuality, drawVoteCount, qualityOf } from './votes.ts';

/** A joke of a seed, without the fields that importJokes computes. */
export interface SeedJoke {
  /** 1, 2, 3 … in order of creation. */
  joke_id: number;
  /** 10 to 500 characters, NFC, trimmed. */
  joke_text: string;
  status: JokeStatus;
  /** The numbers of votes with one to five stars; all zero unless the joke is approved. */
  histogram: Histogram;
  created_at: Date;
  /** The date of approval; null unless the joke is approved. */
  approved_at: Date | null;
  /** What it is about; nothing by default. */
  tags?: Tag[];
  /** Whether it is for children, too; yes by default. */
  safe?: boolean;
}

/** A joke without id, dates and votes. */
export interface JokeDraft {
  text: string;
  status: JokeStatus;
  /** How good it is, from 1 to `BEST_MARK`; undefined if chance decides. */
  mark?: number;
  tags?: Tag[];
  safe?: boolean;
}

/** The position of a joke in the order of creation. */
interface Position {
  /** from 0; the id is `index` + 1 */
  index: number;
  /** the number of all jokes */
  count: number;
}

/** Completes a draft with id, dates and votes. */
export function buildJoke(draft: JokeDraft, position: Position, random: Random): SeedJoke {
  // Jitter below one step keeps the order, with at least a tenth of a step between neighbors.
  const share = (position.index + random() * 0.9) / position.count;
  const created = creationDate(share);
  // A moderator decides between an hour and eight days after the creation.
  const reviewed = new Date(created.getTime() + Math.floor((1 / 24 + random() * 7.9) * DAY_MS));
  const approved = draft.status === 'approved';
  const { tags, safe } = draft;
  return {
    joke_id: position.index + 1,
    joke_text: draft.text,
    status: draft.status,
    histogram: approved ? drawVotes(draft.mark, created, random) : [0, 0, 0, 0, 0],
    created_at: created,
    approved_at: approved ? reviewed : null,
    ...(tags && { tags }),
    ...(safe !== undefined && { safe }),
  };
}

function drawVotes(mark: number | undefined, created: Date, random: Random): Histogram {
  const quality = mark === undefined ? drawQuality(random) : qualityOf(mark, random);
  const favorite = mark === BEST_MARK;
  const ageDays = (LAST.at - created.getTime()) / DAY_MS;
  return drawHistogram(random, quality, drawVoteCount(random, { quality, ageDays, favorite }));
}

/** The share of all jokes that was created in 2026. */
export const RECENT_SHARE = 0.18;

/** Moments, in milliseconds since the epoch, and the share of all jokes that had been created by then. */
const FOUNDED = { at: Date.UTC(2005, 8, 3), share: 0 };
const LAST = { at: Date.UTC(2026, 9, 20), share: 1 };
const MILESTONES = [
  { at: Date.UTC(2008, 0, 1), share: 0.45 },
  { at: Date.UTC(2025, 4, 5), share: 0.62 },
  { at: Date.UTC(2026, 0, 1), share: 1 - RECENT_SHARE },
  LAST,
];

/**
 * The creation date of a joke. The site boomed from 2005 to 2007, idled, and boomed again after its
 * relaunch in 2025.
 * @param position position in the order of creation, from 0 (first) up to but excluding 1 (last)
 * @returns a date that increases with `position`, with a resolution of a millisecond
 */
function creationDate(position: number): Date {
  let from = FOUNDED;
  for (const to of MILESTONES) {
    if (position < to.share) {
      const part = (position - from.share) / (to.share - from.share);
      return new Date(Math.floor(from.at + part * (to.at - from.at)));
    }
    from = to;
  }
  return new Date(LAST.at);
}
