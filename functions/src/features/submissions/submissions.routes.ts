import { limits } from '../../contract/index.ts';
import type { ApiCall, Handlers } from '../../http/api-call.ts';
import type { NetworkQuota, ThrottleService } from '../throttles/throttles.service.ts';
import type { VoterService } from '../voters/voters.service.ts';
import type { SubmissionService } from './submissions.service.ts';

const SUBMISSIONS: NetworkQuota = {
  name: 'submissions',
  limit: limits.submissionsPerHour,
  wideLimit: limits.submissionsPerHourPerWideNetwork,
  windowMs: 60 * 60 * 1_000,
};

interface Dependencies {
  submissions: SubmissionService;
  throttles: ThrottleService;
  voters: VoterService;
}

export function submissionRoutes({
  submissions,
  throttles,
  voters,
}: Dependencies): Handlers<'submitJoke'> {
  /** Stores a joke, or finds the stored one if it was sent before. */
  async function submit({ input, network }: ApiCall<'submitJoke'>) {
    const { joke_text } = input.body;
    const idempotencyKey = input.headers['idempotency-key'];
    const receipt = idempotencyKey === undefined ? undefined : await voters.receipt(idempotencyKey);
    const stored = receipt === undefined ? undefined : await submissions.find(joke_text, receipt);
    if (stored) return stored;
    await throttles.take(SUBMISSIONS, await voters.networkKeys(network));
    return submissions.submit(joke_text, receipt);
  }

  return {
    async submitJoke(call) {
      const { joke_id } = await submit(call);
      // The status at submission: a retry gets the same answer, even if the joke was moderated since.
      return { joke_id, status: 'pending' };
    },
  };
}
