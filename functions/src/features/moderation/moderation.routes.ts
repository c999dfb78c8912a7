import type { Handlers } from '../../http/api-call.ts';
import { actorOf } from '../../identity.ts';
import type { ImageSignatures } from '../jokes/image-signatures.service.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { VoteReview } from '../ratings/vote-review.service.ts';
import type { ReportService } from '../reports/reports.service.ts';
import type { LogService } from './log.service.ts';
import { presentModerated } from './moderated-fields.ts';
import type { ModerationService } from './moderation.service.ts';
import type { NumberService } from './numbers.service.ts';
import type { QueueService } from './queue.service.ts';
import type { TaggingService } from './tagging.service.ts';

interface Dependencies {
  moderation: ModerationService;
  tagging: TaggingService;
  queue: QueueService;
  log: LogService;
  numbers: NumberService;
  reports: ReportService;
  voteReview: VoteReview;
  imageSignatures: ImageSignatures;
}

export function moderationRoutes({
  moderation,
  tagging,
  queue,
  log,
  numbers,
  reports,
  voteReview,
  imageSignatures,
}: Dependencies) {
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
      const joke = await imageSignatures.signImageUrl(identity, presentToAdmin(edited.joke));
      return { ...joke, audit_id: edited.audit_id };
    },
    moderateJokes: ({ identity, input }) => moderation.moderate(actorOf(identity), input.body),
    tagJokes: ({ identity, input }) => tagging.tag(actorOf(identity), input.body),
    async undoModeration({ identity, input }) {
      const actor = actorOf(identity);
      const { audit_id } = input.params;
      const entry = await log.find(audit_id);
      if (entry.action !== 'discard-votes') return moderation.undo(actor, audit_id, entry);
      const { joke, totals } = await voteReview.restore(actor, audit_id, entry);
      return { ...presentModerated(joke), totals };
    },
    undoModerations: ({ identity, input }) =>
      moderation.undoMany(actorOf(identity), input.body.audit_ids),
    listAudit: ({ input }) => log.list(input.query),
    getQueue: ({ identity, input }) =>
      queue.page(actorOf(identity), input.query, (joke) =>
        imageSignatures.signImageUrl(identity, joke),
      ),
    async getAdminCounts() {
      const [pending, reported] = await Promise.all([queue.count(), reports.count()]);
      return { pending, reported };
    },
    getNumbers: () => numbers.view(),
  } satisfies Partial<Handlers>;
}
