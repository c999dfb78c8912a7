import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import { noSuchJoke, type JokeService } from '../jokes/jokes.service.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { ReportService } from './reports.service.ts';

interface Dependencies {
  jokes: JokeService;
  reports: ReportService;
}

export function reportRoutes({ jokes, reports }: Dependencies) {
  return {
    async reportJoke(call) {
      const { joke_id, reason } = call.input.body;
      await jokes.requireExisting(joke_id);
      await reports.report(call, joke_id, reason);
      return { joke_id, reported: true };
    },

    async listReported({ input }) {
      const { limit, after } = input.query;
      const { reported, total, next } = await reports.list(limit, after);
      const presented = reported.map(({ joke, summary }) => ({
        joke: presentToAdmin(joke),
        reasons: summary.reasons,
        total: summary.total,
        first_reported_at: summary.first_at.toISOString(),
        last_reported_at: summary.last_at.toISOString(),
      }));
      return { reported: presented, total, next };
    },

    async keepJoke({ identity, input }) {
      const { id } = input.params;
      const [kept] = await reports.keep(actorOf(identity), [id]);
      const { status = null, audit_id = null, error } = kept ?? {};
      if (status === null || audit_id === null) throw error ?? noSuchJoke();
      return { joke_id: id, status, audit_id };
    },

    async keepJokes({ identity, input }) {
      const kept = await reports.keep(actorOf(identity), input.body.joke_ids);
      const results = kept.map(({ error, ...result }) => ({
        ...result,
        ...(error && { error: error.message }),
      }));
      return { results };
    },
  } satisfies Partial<Handlers>;
}
