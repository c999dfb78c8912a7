import * as z from 'zod/mini';
import { jokeLengthProblem, normalizeJokeText } from '../domain/joke-length.ts';
import { limits } from '../domain/limits.ts';
import { TAGS } from '../domain/tags.ts';
import { described } from './fields.ts';

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

const knownTag = z.enum(TAGS);

/** Some tags, none twice, in the order of the list. */
export const tagList = z.array(knownTag).check(
  z.refine((tags) => new Set(tags).size === tags.length, { error: 'A tag must not be repeated' }),
  z.overwrite((tags) => TAGS.filter((tag) => tags.includes(tag))),
);

const ABOUT = `What it is about, ${limits.tagsMax} at most`;

/** What a joke is about. */
export const jokeTags = described(tagList.check(z.maxLength(limits.tagsMax)), ABOUT);

const safe = described(
  z.nullable(z.boolean()),
  'Whether one would read it to a school class; null if nobody has judged it',
);

/**
 * What people write of a joke, as the site sends and logs it, and as undoing a decision restores it. Its other
 * fields are what happens to it: votes, decisions, images.
 */
export const jokeContent = z.object({
  joke_text: z.string(),
  tags: described(z.array(knownTag), ABOUT),
  safe,
});

/** The same as it is stored: old documents have the text alone, later ones may have tags of a later version. */
export const storedContent = z.object({
  joke_text: z.string(),
  tags: z._default(
    // oxlint-disable-next-line promise/valid-params -- this is not a promise
    z.catch(z.array(knownTag), ({ value }) =>
      Array.isArray(value) ? TAGS.filter((tag) => value.includes(tag)) : [],
    ),
    [],
  ),
  // oxlint-disable-next-line promise/valid-params -- this is not a promise
  safe: z._default(z.catch(z.nullable(z.boolean()), null), null),
});

/** The same as it is stated, checked and normalized: an import leaves what it doesn't state as it is. */
export const statedContent = z.strictObject({
  joke_text: jokeText,
  tags: z.exactOptional(jokeTags),
  safe: z.exactOptional(z.boolean()),
});

/** What a visitor submits. */
export const submission = z.pick(statedContent, { joke_text: true });

/** What an administrator edits; a field that is left out stays as it is. */
export const editedContent = z.extend(z.pick(statedContent, { joke_text: true, tags: true }), {
  safe: z.exactOptional(safe),
});
export type EditedContent = z.infer<typeof editedContent>;

/** What a moderator says about a text without changing it. */
export const tagging = z.omit(editedContent, { joke_text: true });
export type Tagging = z.infer<typeof tagging>;
