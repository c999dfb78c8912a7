import * as z from 'zod/mini';
import { joke, jokeId, jokeStatus, textHash } from './entities.ts';
import { count, described, integerText } from './fields.ts';
import { jokeContent } from './joke-content.ts';
import { moment } from './moment.ts';
import { limits } from '../domain/limits.ts';

const similarJoke = z.strictObject({
  joke_id: jokeId,
  joke_text: z.string(),
  status: jokeStatus,
  similarity: described(
    z.number().check(z.minimum(0), z.maximum(1)),
    '1 for the same words, ignoring order, case, accents, punctuation and the hero’s name',
  ),
});
export type SimilarJoke = z.infer<typeof similarJoke>;
/** For an administrator, who can decide on it: also with the hash of its text. */
const moderatedSimilarJoke = z.extend(similarJoke, { text_hash: textHash });
export type ModeratedSimilarJoke = z.infer<typeof moderatedSimilarJoke>;
export const similarJokes = z.strictObject({
  similar: described(z.array(similarJoke).check(z.maxLength(limits.similarMax)), 'Best first'),
});
export const moderatedSimilarJokes = z.strictObject({
  similar: described(
    z.array(moderatedSimilarJoke).check(z.maxLength(limits.similarMax)),
    'Best first',
  ),
});

const hint = z.strictObject({
  on_topic: z.boolean(),
  offensive: z.boolean(),
  spam: z.boolean(),
  reason: described(z.string(), 'Why, in a phrase; empty if there is nothing to say'),
  tags: described(jokeContent.shape.tags, 'What it seems to be about'),
  safe: described(z.boolean(), 'Whether it seems to be for children, too'),
});
export type Hint = z.infer<typeof hint>;

export const queueQuery = z.strictObject({
  after: z._default(integerText(0, 999_999_999, 'The `next` of the page before'), 0),
  limit: z._default(
    integerText(1, limits.queueMaxPageSize, 'Jokes per page'),
    limits.queuePageSize,
  ),
});
const queueEntry = z.strictObject({
  joke,
  submitted_at: moment,
  similar: z.array(moderatedSimilarJoke),
  hint: described(hint, 'What the word list says about it'),
});
export type QueueEntry = z.infer<typeof queueEntry>;
export const queuePage = z.strictObject({
  entries: described(z.array(queueEntry), 'The oldest first'),
  total: described(count, 'Pending jokes'),
  next: described(z.nullable(jokeId), '`after` for the next page; null at the end'),
});
