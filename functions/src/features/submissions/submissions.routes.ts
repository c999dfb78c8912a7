import { ApiError } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import type { ApiCall, Handlers } from '../../http/api-call.ts';
import { perHour, type ThrottleService } from '../../platform/throttles/throttles.service.ts';
import type { Signing } from '../../platform/signing/signing.service.ts';
import { newReceipt, type SubmissionService } from './submissions.service.ts';

const SUBMISSIONS = perHour(
  'submissions',
  limits.submissionsPerHour,
  limits.submissionsPerHourPerWideNetwork,
  'submissions',
);

function tooManyAtOnce(): ApiError {
  return new ApiError('unavailable', 'Too many facts are arriving right now. Please try again.', {
    retryAfter: 10,
    shed: true,
  });
}

interface Dependencies {
  submissions: SubmissionService;
  throttles: ThrottleService;
  signing: Signing;
}

export function submissionRoutes({ submissions, throttles, signing }: Dependencies) {
  /** Stores a joke, or finds the stored one if it was sent before. Returns its id and receipt. */
  async function submit({ input, network }: ApiCall<'submitJoke'>) {
    const { joke_text } = input.body;
    const idempotencyKey = input.headers['idempotency-key'];
    const receipt =
      idempotencyKey === undefined ? newReceipt() : await signing.sign('receipt', idempotencyKey);
    const stored =
      idempotencyKey === undefined ? undefined : await submissions.find(joke_text, receipt);
    if (stored !== undefined) return { joke_id: stored, receipt };
    await throttles.take([SUBMISSIONS], network);
    return { joke_id: await submissions.submit(joke_text, receipt), receipt };
  }

  let inProgress = 0;

  return {
    async submitJoke(call) {
      if (inProgress >= limits.submissionsInProgress) throw tooManyAtOnce();
      inProgress += 1;
      try {
        // The status at submission: a retry gets the same answer, even if the joke was moderated since.
        return { status: 'pending', ...(await submit(call)) };
      } finally {
        inProgress -= 1;
      }
    },
    getSubmission: ({ input }) => submissions.follow(input.params.receipt),
  } satisfies Partial<Handlers>;
}
