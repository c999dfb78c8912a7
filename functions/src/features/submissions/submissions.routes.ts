import { limits } from '../../contract/index.ts';
import type { ApiCall, Handlers } from '../../http/api-call.ts';
import type { NetworkQuota, ThrottleService } from '../throttles/throttles.service.ts';
import type { VoterService } from '../voters/voters.service.ts';
import type { SubmissionService } from './submissions.service.ts';

const SUBMISSIONS: NetworkQuota = {
  name: 'submissions',
  limit: limits.submissionsPerHour,
  wideLimit: limits.submissionsPerHourAndWideNetwork,
  windowMs: 60 * 60 * 1_000,
};

interface Needed {
  submissions: SubmissionService;
  throttles: ThrottleService;
  voters: VoterService;
}

export function submissionRoutes({
  submissions,
  throttles,
  voters,
}: Needed): Handlers<'submitJoke'> {
  /** Stores a joke, or finds the one that was stored when it was sent before. */
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
      // As it was when it was submitted, whatever became of it since.
      return { joke_id, status: 'pending' };
    },
  };
}
