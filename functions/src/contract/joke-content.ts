import * as z from 'zod/mini';
import { jokeLengthProblem, normalizeJokeText } from '../domain/joke-length.ts';
import { limits } from '../domain/limits.ts';
import { TAGS } from '../domain/tags.ts';

/** A joke's text: normalized, then 10 to 500 characters and at most 2,000 bytes of UTF-8. */
const jokeText = z.string().check(
  z.overwrite(normalizeJokeText),
  z.refine((text) => jokeLengthProblem(text) === undefined, {
    error: ({ input }) => jokeLengthProblem(String(input)),
  }),
  z.meta({
    description: `Normalized first; then 10 to 500 user-perceived characters, a line break counting as one. Keeps line breaks: one blank line in a row and ${limits.jokeMaxLines} lines at most.`,
    examples: ['Chuck Norris never sets an alarm. Morning asks him for permission.'],
  }),
);

/** What a joke is about: at most three tags, none twice. */
export const jokeTags = z.array(z.enum(TAGS)).check(
  z.maxLength(limits.tagsMax),
  z.refine((tags) => new Set(tags).size === tags.length, { error: 'A tag must not be repeated' }),
);

/**
 * What people write of a joke, as the site stores, sends, exports and logs it, and as undoing a decision
 * restores it. Its other fields are what happens to it: votes, decisions, images.
 */
export const jokeContent = z.object({ joke_text: z.string() });

/** The same as it is stated, checked and normalized: an import states every field or leaves it as it is. */
export const statedContent = z.strictObject({ joke_text: jokeText });

/** What a visitor submits. */
export const submission = z.pick(statedContent, { joke_text: true });

/** What an administrator edits; a field that is left out stays as it is. */
export const editedContent = z.pick(statedContent, { joke_text: true });
export type EditedContent = z.infer<typeof editedContent>;
