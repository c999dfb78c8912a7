import * as z from 'zod';
import { jokeList } from '../../functions/src/contract/index.ts';
import { instantPasswords, newToken, setUp } from '../api/admin-steps.ts';
import { aJoke } from '../api/jokes.ts';
import type { Answer } from '../site.ts';
import { atMost, costOf, forInformation, type Benchmark } from './measurement.ts';

const FACTS = 1_000;
const DECISIONS = 100;
const LIST = '/jokes?status=pending';

const done = z.object({ status: z.union([z.literal(200), z.literal(201)]) });
const succeed = (answer: Answer) => done.parse(answer);

/** The cost of submissions, and of decisions on them with a real session, as in the dashboard. */
export const benchModeration: Benchmark = async (site) => {
  await site.fill(
    Array.from({ length: FACTS }, (_, index) =>
      aJoke(index + 1, { status: index < FACTS / 2 ? 'pending' : 'approved' }),
    ),
  );
  const instance = await site.start({ identify: undefined, passwords: instantPasswords });
  succeed(await setUp(instance));
  const bearer = await newToken(instance);

  const submission = await costOf(site, async () => {
    const body = { joke_text: 'Chuck Norris has submitted the benchmark.' };
    const headers = { 'x-forwarded-for': '198.51.100.40' };
    succeed(await instance.request('/jokes/submit', { method: 'POST', body, headers }));
  });

  const pending = jokeList.parse((await instance.request(LIST, { bearer })).body).jokes;
  let next = pending.length === 0 ? 0 : Math.max(...pending.map((joke) => joke.joke_id));
  const decisions = await costOf(site, async () => {
    for (let decision = 0; decision < DECISIONS; decision += 1) {
      const path = `/admin/${decision % 2 === 0 ? 'approve' : 'reject'}/${next}`;
      succeed(await instance.request(path, { method: 'POST', bearer }));
      // The dashboard reloads its list after each action.
      const { jokes } = jokeList.parse((await instance.request(LIST, { bearer })).body);
      next = jokes[0]?.joke_id ?? 0;
    }
  });
  await instance.stop();
  const each = (count: number) => (count / DECISIONS).toFixed(1);
  return [
    atMost(
      'P3',
      'documents that a submission writes, including its throttles',
      submission.writes,
      5,
    ),
    forInformation('cost', 'reads of a submission', String(submission.reads)),
    forInformation('cost', 'writes of a submission', String(submission.writes)),
    forInformation(
      'cost',
      `reads of a decision in the dashboard, including its list of 20, mean of ${DECISIONS}`,
      each(decisions.reads),
    ),
    forInformation('cost', 'writes of a decision in the dashboard', each(decisions.writes)),
  ];
};
