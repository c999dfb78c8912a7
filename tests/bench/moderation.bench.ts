import * as z from 'zod';
import { instantPasswords, newToken, setUp } from '../support/api/admin-steps.ts';
import { aJoke } from '../support/api/jokes.ts';
import { costOf, forInformation, type Benchmark } from '../support/bench/measurement.ts';

const FACTS = 1_000;

const done = z.object({ status: z.union([z.literal(200), z.literal(201)]) });

/** The cost of a submission, and of a decision with a real session. */
export const benchmark: Benchmark = async (site) => {
  await site.fill(
    Array.from({ length: FACTS }, (_, index) =>
      aJoke(index + 1, { status: index < FACTS / 2 ? 'pending' : 'approved' }),
    ),
  );
  const instance = await site.start({ identify: undefined, passwords: instantPasswords });
  done.parse(await setUp(instance));
  const bearer = await newToken(instance);

  const submission = await costOf(site, async () => {
    const body = { joke_text: 'Chuck Norris has submitted the benchmark.' };
    const headers = { 'x-forwarded-for': '198.51.100.40' };
    done.parse(await instance.request('/jokes/submit', { method: 'POST', body, headers }));
  });

  const decision = await costOf(site, async () => {
    done.parse(await instance.request('/admin/approve/204', { method: 'POST', bearer }));
  });
  await instance.stop();
  return [
    forInformation('cost', 'reads of a submission', String(submission.reads)),
    forInformation('cost', 'writes of a submission', String(submission.writes)),
    forInformation('cost', 'reads of a decision with its session', String(decision.reads)),
    forInformation('cost', 'writes of a decision', String(decision.writes)),
  ];
};
