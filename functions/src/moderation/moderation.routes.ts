import { isCurrent } from '../catalog/joke-document.ts';
import type { ChangeAction, ChangeReceipt, Patch } from '../contract/index.ts';
import type { ApiCall, Handlers } from '../http/api-call.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import { presentModerated, presentToAdmin } from '../jokes/present-joke.ts';
import { actorOf, type Identity } from '../platform/identity.ts';
import type { Services } from '../site.ts';
import type { Outcome } from './patch.ts';

/** The calls of moderation, and a visitor's report. */
export function moderationRoutes({ catalog, jokes, changes, queue, log, reports }: Services) {
  /** Changes one joke. @throws ApiError not_found, conflict */
  async function changeOne(
    identity: Identity,
    action: ChangeAction,
    joke_id: number,
    patch: Patch,
  ) {
    const items = [{ joke_id, patch }];
    const { results } = await changes.apply({ actor: actorOf(identity), action, items });
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
    return { change_id, results: presented, totals: (await catalog.current()).totals() };
  }

  /** Approves or rejects one joke. */
  const decide =
    <Status extends 'approved' | 'rejected'>(action: ChangeAction, status: Status) =>
    async ({ identity, input: { params } }: ApiCall<'approveJoke' | 'rejectJoke'>) => {
      await changeOne(identity, action, params.id, { status });
      return { joke_id: params.id, status };
    };

  return {
    approveJoke: decide('approve', 'approved'),
    rejectJoke: decide('reject', 'rejected'),
    async deleteJoke({ identity, input: { params } }) {
      await changeOne(identity, 'delete', params.id, { status: 'deleted' });
      return { joke_id: params.id, deleted: true };
    },
    async editJoke({ identity, input: { params, body } }) {
      const joke = await changeOne(identity, 'edit', params.id, body);
      if (!joke || !isCurrent(joke)) throw noSuchJoke();
      return presentToAdmin(joke);
    },
    async changeJokes({ identity, input: { headers, body } }) {
      const key = headers['idempotency-key'];
      return receiptOf(await changes.apply({ ...body, key, actor: actorOf(identity) }));
    },
    async undoChange({ identity, input: { headers, params } }) {
      const key = headers['idempotency-key'];
      return receiptOf(await changes.undo(actorOf(identity), params.id, key));
    },
    listChanges: ({ input }) => log.list(input.query),
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
