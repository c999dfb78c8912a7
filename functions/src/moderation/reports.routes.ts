import * as z from 'zod/mini';
import { reportCounts } from '../contract/index.ts';
import type { Handlers } from '../http/api-call.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { ReportService } from './reports.service.ts';

/** The counts of stored reports. */
const reasonCounts = z.object(reportCounts.shape);

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
      const presented = reported.map(({ joke, reports: counts, total: count }) => ({
        joke: presentToAdmin(joke),
        reasons: reasonCounts.parse(counts),
        total: count,
        first_reported_at: counts.first_at.toISOString(),
        last_reported_at: counts.last_at.toISOString(),
      }));
      return { reported: presented, total, next };
    },
  } satisfies Partial<Handlers>;
}
