import { READ, type Follower } from '../catalog/follower.ts';
import { isCurrent } from '../catalog/joke.ts';
import {
  noSuchJoke,
  type ChangeAction,
  type ChangeReceipt,
  type Patch,
} from '../contract/index.ts';
import type { ApiCall, Handlers } from '../http/api-call.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { presentModerated, presentToAdmin } from '../jokes/present-joke.ts';
import type { ChangeService } from './changes.service.ts';
import type { LogService } from './log.service.ts';
import type { Outcome } from './patch.ts';
import type { QueueService } from './queue.service.ts';
import type { ReportService } from './reports.service.ts';

interface Dependencies {
  follower: Follower;
  jokes: JokeService;
  changes: ChangeService;
  queue: QueueService;
  changeLog: LogService;
  reports: ReportService;
}

/** The calls of moderation, and a visitor's report. */
export function moderationRoutes(dependencies: Dependencies) {
  const { follower, jokes, changes, queue, changeLog, reports } = dependencies;

  /** Changes one joke. @throws ApiError not_found, conflict */
  async function changeOne(
    { identity: actor, state }: Pick<ApiCall<'editJoke'>, 'identity' | 'state'>,
    action: ChangeAction,
    joke_id: number,
    patch: Patch,
  ) {
    const items = [{ joke_id, patch }];
    const { results } = await changes.apply({ actor, action, items }, state);
    const { joke, error } = results[0] ?? {};
    if (error) throw error;
    return joke;
  }

  async function receiptOf({ change_id, results }: Outcome): Promise<ChangeReceipt> {
    const presented = results.map(({ joke_id, joke, error, left = [] }) => ({
      joke_id,
      joke: joke && presentModerated(joke),
      ...(error && { error: error.message }),
      ...(left.length > 0 && { left }),
    }));
    return { change_id, results: presented, totals: (await follower.read(READ.visitor)).totals() };
  }

  /** Approves or rejects one joke. */
  const decide =
    <Status extends 'approved' | 'rejected'>(action: ChangeAction, status: Status) =>
    async (call: ApiCall<'approveJoke' | 'rejectJoke'>) => {
      const { id } = call.input.params;
      await changeOne(call, action, id, { status });
      return { joke_id: id, status };
    };

  return {
    approveJoke: decide('approve', 'approved'),
    rejectJoke: decide('reject', 'rejected'),
    async deleteJoke(call) {
      const { id } = call.input.params;
      await changeOne(call, 'delete', id, { status: 'deleted' });
      return { joke_id: id, deleted: true };
    },
    async editJoke(call) {
      const { params, body } = call.input;
      const joke = await changeOne(call, 'edit', params.id, body);
      if (!joke || !isCurrent(joke)) throw noSuchJoke();
      return presentToAdmin(joke);
    },
    async changeJokes({ identity: actor, input: { headers, body }, state }) {
      const key = headers['idempotency-key'];
      return receiptOf(await changes.apply({ ...body, key, actor }, state));
    },
    async undoChange({ identity: actor, input: { headers, params }, state }) {
      const key = headers['idempotency-key'];
      return receiptOf(await changes.undo({ actor, changeId: params.id, key }, state));
    },
    listChanges: ({ input }) => changeLog.list(input.query),
    getQueue: ({ input }) => queue.page(input.query),
    getAdminCounts: () => queue.counts(),
    async reportJoke(call) {
      const { joke_id, reason } = call.input.body;
      await jokes.requireExisting(joke_id);
      await reports.report(call, joke_id, reason);
      return { joke_id, reported: true };
    },
    listReported: () => reports.list(),
  } satisfies Partial<Handlers>;
}
