import * as z from 'zod';
import type { Histogram } from '../../functions/src/catalog/score.ts';
import { jokeStatus, jokeTags, type JokeStatus } from '../../functions/src/contract/index.ts';
import type { Tag } from '../../functions/src/domain/index.ts';
import facts from './facts.json' with { type: 'json' };

/** A joke that fills an empty site. */
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

const votes = z.int().min(0);
const date = z.iso.datetime().transform((text) => new Date(text));
const seed = z.array(
  z.strictObject({
    joke_id: z.int(),
    joke_text: z.string(),
    status: jokeStatus,
    histogram: z.tuple([votes, votes, votes, votes, votes]).default([0, 0, 0, 0, 0]),
    created_at: date,
    approved_at: date.nullable().default(null),
    tags: jokeTags,
    safe: z.boolean(),
  }),
);

/** The project's 600 facts with their dates and votes, from facts.json. */
export function seedJokes(): Required<SeedJoke>[] {
  return seed.parse(facts);
}
