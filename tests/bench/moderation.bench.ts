import * as z from 'zod';
import { instantPasswords, newToken, setUp } from '../support/api/admin-steps.ts';
import { aJoke } from '../support/api/jokes.ts';
import type { Answer } from '../support/api-site.ts';
import {
  allAtMost,
  costOf,
  forInformation,
  most,
  type Benchmark,
} from '../support/bench/measurement.ts';

const FACTS = 1_000;
const MANY = 20;

const done = z.object({ status: z.union([z.literal(200), z.literal(201)]) });
const decided = z.object({ body: z.object({ change_id: z.string() }) });

function succeed(answer: Answer): Answer {
  done.parse(answer);
  return answer;
}

/** P17: the cost of submissions, and of decisions on them with a real session. */
export const benchmark: Benchmark = async (site) => {
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

  const admin = (method: 'GET' | 'POST' | 'PUT', path: string, body?: object) =>
    instance.request(`/admin/${path}`, { method, bearer, body });
  const session = await costOf(site, () => admin('GET', 'me'));

  /** What a call costs besides its session. */
  async function decisionCost(method: 'POST' | 'PUT', path: string, body?: object) {
    let answer: unknown;
    const { reads, writes } = await costOf(site, async () => {
      answer = succeed(await admin(method, path, body));
    });
    const id = decided.safeParse(answer).data?.body.change_id ?? '';
    return { reads: reads - session.reads, writes: writes - session.writes, id };
  }
  const joke_text = 'Chuck Norris has edited the benchmark.';
  const edit = await decisionCost('PUT', 'edit/201', { joke_text });
  const rejection = await decisionCost('POST', 'reject/701');
  const tagged = { tags: ['science'], safe: true };
  const approval = await decisionCost('POST', 'approve/204', tagged);
  const again = await decisionCost('POST', 'approve/204', tagged);
  const single = [await decisionCost('POST', 'approve/202'), approval, rejection, edit];
  const undone = [
    await decisionCost('POST', `changes/${approval.id}/undo`),
    await decisionCost('POST', `changes/${edit.id}/undo`),
    await decisionCost('POST', `changes/${rejection.id}/undo`),
  ];
  const items = Array.from({ length: MANY }, (_, index) => ({
    joke_id: 801 + index,
    patch: { status: 'rejected' },
  }));
  const many = await decisionCost('POST', 'changes', { action: 'reject', items });
  const undoneMany = await decisionCost('POST', `changes/${many.id}/undo`);
  const similar = await costOf(site, () => admin('GET', 'similar/300'));
  await instance.stop();
  const withSession = session.reads + approval.reads;
  return [
    forInformation('cost', 'reads of a submission', String(submission.reads)),
    forInformation('cost', 'writes of a submission', String(submission.writes)),
    forInformation('cost', 'reads of a decision with its session', String(withSession)),
    forInformation('cost', 'writes of a decision', String(approval.writes)),
    ...allAtMost('P17', [
      ['reads of an approval, also with tags, a rejection or an edit', most(single, 'reads'), 2],
      ['… writes', most(single, 'writes'), 2],
      ['… writes of the same decision again', again.writes, 0],
      ['… reads of undoing one', most(undone, 'reads'), 2],
      ['… writes', most(undone, 'writes'), 2],
      [`reads of ${MANY} rejections in one request`, many.reads, 22],
      ['… writes', many.writes, 21],
      ['… reads of undoing them in one request', undoneMany.reads, 22],
      ['… writes', undoneMany.writes, 21],
      ['reads of the facts that are similar to one', similar.reads - session.reads, 0],
    ]),
  ];
};
