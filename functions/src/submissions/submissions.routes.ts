import type { Handlers } from '../http/api-call.ts';
import type { Services } from '../site.ts';

/** The calls of those who submit jokes. */
export function submissionRoutes({ submissions }: Services) {
  return {
    async submitJoke({ input: { body, headers }, network }) {
      const stored = await submissions.submit(body.joke_text, headers['idempotency-key'], network);
      // The status at submission: a retry gets the same answer, even if the joke was moderated since.
      return { status: 'pending', ...stored };
    },
    getSubmission: ({ input }) => submissions.follow(input.params.receipt),
  } satisfies Partial<Handlers>;
}
