import { limits } from '../contract/index.ts';
import type { Handlers } from '../http/api-call.ts';
import type { Services } from '../services.ts';
import type { Quota } from '../throttles/throttles.service.ts';

const SUBMISSIONS: Quota = {
  name: 'submissions',
  limit: limits.submissionsPerHour,
  windowMs: 60 * 60 * 1_000,
};

export function submissionRoutes(services: Services): Handlers<'submitJoke'> {
  const { submissions, throttles, voters } = services;
  return {
    async submitJoke({ input, network }) {
      await throttles.take(SUBMISSIONS, await voters.networkKey(network));
      const { joke_id, status } = await submissions.submit(input.body.joke_text);
      return { joke_id, status };
    },
  };
}
