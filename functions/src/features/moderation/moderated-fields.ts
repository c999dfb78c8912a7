import * as z from 'zod/mini';
import {
  ApiError,
  jokeStatus,
  rejectReason,
  type Expectation,
  type ModeratedJoke,
} from '../../contract/index.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import { withTextHash } from '../jokes/present-joke.ts';

/** What a decision changes and undoing it restores. */
export const moderatedFields = z.object({
  status: jokeStatus,
  joke_text: z.string(),
  approved_at: z.nullable(z.date()),
  decided_at: z.nullable(z.date()),
  reject_reason: z.nullable(rejectReason),
  edited_at: z.nullable(z.date()),
});

/** These fields of a joke; older jokes lack some of them. */
export function moderated(joke: JokeDocument): z.infer<typeof moderatedFields> {
  const { status, joke_text, approved_at } = joke;
  const { decided_at = null, reject_reason = null, edited_at = null } = joke;
  return { status, joke_text, approved_at, decided_at, reject_reason, edited_at };
}

/** A joke as a moderator sees it. */
export function presentModerated({
  joke_id,
  status,
  joke_text,
}: Pick<JokeDocument, 'joke_id' | 'status' | 'joke_text'>): ModeratedJoke {
  return withTextHash({ joke_id, status, joke_text });
}

/** How a moderator learns that another one was faster. */
const OVERTAKEN = {
  approved: 'Another moderator already approved it.',
  rejected: 'Another moderator already rejected it.',
  pending: 'Another moderator made it pending again.',
} as const;

/**
 * The error if a joke has changed since a moderator saw it, with the joke as it is now.
 * @param wanted the status that the moderator wants; a joke that has it already is no conflict
 */
export function changedSince(
  joke: JokeDocument,
  { status, text_hash }: Expectation = {},
  wanted?: JokeDocument['status'],
): ApiError | undefined {
  const now = presentModerated(joke);
  if (text_hash !== undefined && text_hash !== now.text_hash) {
    const detail = 'This fact changed while you were looking at it. Read it again.';
    return new ApiError('conflict', detail, { joke: now });
  }
  if (status === undefined || status === joke.status || joke.status === wanted) return undefined;
  return new ApiError('conflict', OVERTAKEN[joke.status], { joke: now });
}
