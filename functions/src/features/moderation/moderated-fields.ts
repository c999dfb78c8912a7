import * as z from 'zod/mini';
import {
  ApiError,
  type Expectation,
  jokeContent,
  storedContent,
  type ModeratedJoke,
} from '../../contract/index.ts';
import { jokeDocument, type JokeDocument } from '../../catalog/joke-document.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import { withTextHash } from '../jokes/present-joke.ts';

/** What a decision changes and undoing it restores. */
export const moderatedFields = z.extend(storedContent, {
  ...z.pick(jokeDocument, {
    status: true,
    approved_at: true,
    decided_at: true,
    reject_reason: true,
    duplicate_of: true,
    edited_at: true,
  }).shape,
});

/** A joke as a moderator sees it. */
export function presentModerated(joke: JokeDocument): ModeratedJoke {
  const { joke_id, status } = joke;
  return withTextHash({ joke_id, status, ...jokeContent.parse(joke) });
}

/** The error for a joke that can't be moderated. @param joke null if its document is malformed */
export function missingJoke(joke: null | undefined): ApiError {
  if (joke === undefined) return noSuchJoke();
  return new ApiError('conflict', 'The stored joke is malformed. You can only delete it.');
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
