import type { Histogram } from '../../functions/src/catalog/score.ts';
import type { JokeStatus } from '../../functions/src/contract/index.ts';

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
  /** The date of a moderator's decision; equal to `created_at` while the joke is pending. */
  updated_at: Date;
  /** The date of approval; null unless the joke is approved. */
  approved_at: Date | null;
}
