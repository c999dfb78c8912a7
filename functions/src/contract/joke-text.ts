import * as z from 'zod/mini';
import { jokeLengthProblem, normalizeJokeText } from './joke-length.ts';

/** A joke's text: normalized, then 10 to 500 characters and at most 2,000 bytes of UTF-8. */
export const jokeText = z.string().check(
  z.overwrite(normalizeJokeText),
  z.refine((text) => jokeLengthProblem(text) === undefined, {
    error: ({ input }) => jokeLengthProblem(String(input)),
  }),
  z.meta({
    description: 'Normalized first; then 10 to 500 user-perceived characters.',
    examples: ['Chuck Norris never sets an alarm. Morning asks him for permission.'],
  }),
);
