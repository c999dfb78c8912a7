import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { ReportService } from '../reports/reports.service.ts';
import type { LogService } from './log.service.ts';
import type { ModerationService } from './moderation.service.ts';
import type { QueueService } from './queue.service.ts';
import type { TaggingService } from './tagging.service.ts';

interface Dependencies {
  moderation: ModerationService;
  tagging: TaggingService;
  queue: QueueService;
  log: LogService;
  reports: ReportService;
}

export function moderationRoutes({ moderation, tagging, queue, log, reports }: Dependencies) {
  return {
    approveJoke: ({ identity, input: { params, body } }) =>
      moderation.approve(actorOf(identity), params.id, body),
    rejectJoke: ({ identity, input: { params, body } }) =>
      moderation.reject(actorOf(identity), params.id, body),
    async deleteJoke({ identity, input: { params, query } }) {
      const removed = await moderation.remove(actorOf(identity), params.id, query);
      return { joke_id: params.id, deleted: true, ...removed };
    },
    async editJoke({ identity, input }) {
      const { expected, ...content } = input.body;
      const edited = await moderation.edit(actorOf(identity), input.params.id, content, expected);
      return { ...presentToAdmin(edited.joke), audit_id: edited.audit_id };
    },
    moderateJokes: ({ identity, input }) => moderation.moderate(actorOf(identity), input.body),
    tagJokes: ({ identity, input }) => tagging.tag(actorOf(identity), input.body),
    async undoModeration({ identity, input }) {
      const { audit_id } = input.params;
      return moderation.undo(actorOf(identity), audit_id, await log.find(audit_id));
    },
    undoModerations: ({ identity, input }) =>
      moderation.undoMany(actorOf(identity), input.body.audit_ids),
    listAudit: ({ input }) => log.list(input.query),
    getQueue: ({ input }) => queue.page(input.query),
    async getAdminCounts() {
      const [waiting, reported] = await Promise.all([queue.waiting(), reports.count()]);
      return { ...waiting, reported };
    },
  } satisfies Partial<Handlers>;
}
