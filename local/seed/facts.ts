import * as z from 'zod';
import { jokeStatus, jokeTags } from '../../functions/src/contract/index.ts';
import json from './facts.json' with { type: 'json' };

/** The best mark that a fact can have. */
export const BEST_MARK = 5;

const fact = z.strictObject({
  text: z.string(),
  /** How good the fact is, in half steps; the votes follow it. */
  mark: z.number().min(1).max(BEST_MARK).multipleOf(0.5),
  status: z.enum(jokeStatus.options).default('approved'),
  /** About something that was not around in the site’s first years, such as a video call; dated after the relaunch. */
  recent: z.boolean().default(false),
  /** What it is about; assigned by reading it. */
  tags: jokeTags,
  /** Whether it is for children, too. */
  safe: z.boolean(),
});

/** A written fact. */
export type Fact = z.infer<typeof fact>;

/** The written facts by the shape of their joke. */
export const factsByShape = new Map(
  Object.entries(z.record(z.string(), z.array(fact)).parse(json)),
);

/** All written facts. */
export const facts: readonly Fact[] = [...factsByShape.values()].flat();
