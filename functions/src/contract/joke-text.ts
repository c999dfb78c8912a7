import * as z from 'zod/mini';
import { isLongEnough, isShortEnough, normalizeJokeText } from './joke-length.ts';
import { limits } from './limits.ts';

/** A fact's text: normalised, then 10 to 500 characters and at most 2,000 bytes of UTF-8. */
export const jokeText = z.string().check(
  z.overwrite(normalizeJokeText),
  z.refine(isLongEnough, {
    error: `Please enter a joke that is at least ${limits.jokeMinCharacters} characters long.`,
    abort: true,
  }),
  z.refine(isShortEnough, { error: `A joke has at most ${limits.jokeMaxCharacters} characters.` }),
  z.meta({
    description: 'Normalised first; then 10 to 500 characters as people count them.',
    examples: ['Chuck Norris never sets an alarm. Morning asks him for permission.'],
  }),
);
