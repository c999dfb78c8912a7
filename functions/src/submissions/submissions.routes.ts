import type { Handlers } from '../http/api-call.ts';
import type { SubmissionService } from './submissions.service.ts';

/** The calls with which a visitor submits a joke and follows it. */
export function submissionRoutes({ submissions }: { submissions: SubmissionService }) {
  return {
    async submitJoke({ input: { body, headers }, network, state }) {
      const call = { key: headers['idempotency-key'], network, state };
      const stored = await submissions.submit(body.joke_text, call);
      // The status at submission: a retry gets the same answer, even if the joke was moderated since.
      return { status: 'pending', ...stored };
    },
    getSubmission: ({ input, network }) => submissions.follow(input.params.receipt, network),
  } satisfies Partial<Handlers>;
}
