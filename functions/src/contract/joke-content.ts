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

const ABOUT = `What it is about, ${limits.tagsMax} at most`;

/** What a joke is about: no tag twice, in the order of the list. */
export const jokeTags = described(
  z.array(knownTag).check(
    z.maxLength(limits.tagsMax),
    z.refine((tags) => new Set(tags).size === tags.length, { error: 'A tag must not be repeated' }),
    z.overwrite((tags) => TAGS.filter((tag) => tags.includes(tag))),
  ),
  ABOUT,
);

const safe = described(
  z.boolean(),
  'Whether it is for children, too; unless a moderator, an import or the word list says no',
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

/**
 * The same as it is stored: old documents have the text alone, or null for safe; later ones may have tags of a later
 * version.
 */
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
  safe: z._default(z.catch(z.boolean(), true), true),
});

/** The same as an import or an administrator states it, checked and normalized; a field that is left out stays as it is. */
export const statedContent = z.strictObject({
  joke_text: jokeText,
  tags: z.exactOptional(jokeTags),
  safe: z.exactOptional(safe),
});

/** What a visitor submits. */
export const submission = z.pick(statedContent, { joke_text: true });

/** What a moderator says about a text without changing it. */
export const tagging = z.omit(statedContent, { joke_text: true });
export type Tagging = z.infer<typeof tagging>;
