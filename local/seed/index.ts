import * as z from 'zod';
import { jokeStatus, jokeTags } from '../../functions/src/contract/index.ts';
import facts from './facts.json' with { type: 'json' };

const votes = z.int().min(0);
const date = z.iso.datetime().transform((text) => new Date(text));
const fact = z.strictObject({
  /** 1, 2, 3 … in order of creation */
  joke_id: z.int(),
  /** 10 to 500 characters, NFC, trimmed */
  joke_text: z.string(),
  status: jokeStatus,
  /** the numbers of votes with one to five stars; all zero unless the joke is approved */
  histogram: z.tuple([votes, votes, votes, votes, votes]).default([0, 0, 0, 0, 0]),
  created_at: date,
  /** null unless the joke is approved */
  approved_at: date.nullable().default(null),
  tags: jokeTags,
  safe: z.boolean(),
});
type Fact = z.output<typeof fact>;

/** A joke that fills an empty site. Without tags it has none, and without `safe` it is for children, too. */
export type SeedJoke = Omit<Fact, 'tags' | 'safe'> & Partial<Pick<Fact, 'tags' | 'safe'>>;

/** The project's 600 facts with their dates and votes, from facts.json. */
export const seedJokes = (): Fact[] => z.array(fact).parse(facts);
