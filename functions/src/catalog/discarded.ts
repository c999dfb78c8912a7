import * as z from 'zod/mini';
import type { CastVote } from './tally.ts';

/** A moderator's choice of votes of a joke that don't count. */
const voteChoice = z.object({
  /** the log's entry */
  id: z.string(),
  /** votes since then */
  from: z.date(),
  /** and before then */
  to: z.date(),
  /** with one of these numbers of stars */
  stars: z.array(z.int().check(z.minimum(1), z.maximum(5))),
  /** of this group; null for any */
  group: z.nullable(z.int().check(z.minimum(0), z.maximum(255))),
});
export type VoteChoice = z.infer<typeof voteChoice>;

/** What was discarded of a joke's votes. Their ratings stay, so nobody votes again. */
export const discardedDocument = z.object({
  /** how many votes the choices match */
  votes: z.int().check(z.minimum(0)),
  choices: z.array(voteChoice),
});

/** Of a joke whose votes all count. */
export const NOTHING_DISCARDED: z.infer<typeof discardedDocument> = { votes: 0, choices: [] };

/** Whether a choice is for a vote. */
export function isChosen(
  { from, to, stars, group }: Omit<VoteChoice, 'id'>,
  vote: CastVote,
): boolean {
  return (
    vote.created_at >= from &&
    vote.created_at < to &&
    stars.includes(vote.stars) &&
    (group === null || group === vote.group)
  );
}

/** Whether one of these choices is for a vote. */
export function isDiscarded(choices: readonly VoteChoice[], vote: CastVote): boolean {
  return choices.some((choice) => isChosen(choice, vote));
}
