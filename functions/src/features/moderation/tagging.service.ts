import { changesTo, type JokeDocument } from '../../catalog/joke-document.ts';
import type { JokeData } from '../../catalog/jokes.data.ts';
import { ApiError, type Retagging, type RetaggingResults } from '../../contract/index.ts';
import { limits, TAGS } from '../../domain/index.ts';
import type { Actor, JokeAudit } from '../../platform/audit/audit.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { changedSince, missingJoke } from './moderated-fields.ts';
import { batchOf, createRecorder } from './record-change.ts';

interface Dependencies {
  transact: Transact;
  jokes: JokeData;
  audit: JokeAudit;
  reports: ReportService;
}

type Change = Retagging['changes'][number];

/** The tags of a joke, and whether it is safe, after a change. @throws ApiError if it would have too many tags */
function changed({ tags, safe }: JokeDocument, { add = [], remove = [], ...change }: Change) {
  const wanted = TAGS.filter(
    (tag) => add.includes(tag) || (tags.includes(tag) && !remove.includes(tag)),
  );
  if (wanted.length > limits.tagsMax) {
    throw new ApiError('conflict', `A fact can have ${limits.tagsMax} tags at most.`);
  }
  return { tags: wanted, safe: change.safe === undefined ? safe : change.safe };
}

export type TaggingService = ReturnType<typeof createTaggingService>;

/** What jokes are about and whether they are safe, apart from other decisions on them. */
export function createTaggingService(dependencies: Dependencies) {
  const { transact, jokes, audit } = dependencies;
  const record = createRecorder(dependencies);

  return {
    /** Changes several jokes in one transaction, each with an entry in the log. Failures are reported per joke. */
    async tag(actor: Actor, { changes }: Retagging): Promise<RetaggingResults> {
      const auditIds = changes.map(() => audit.newId());
      const entry = { actor, action: 'tag', ...batchOf(auditIds) } as const;
      return transact(async (transaction) => {
        const found = await jokes.readMany(
          transaction,
          changes.map(({ joke_id }) => joke_id),
        );
        const results = changes.map((change, index) => {
          const { joke_id, text_hash } = change;
          const joke = found[index];
          const auditId = auditIds[index] ?? audit.newId();
          try {
            if (!joke) throw missingJoke(joke);
            const conflict = changedSince(joke, { text_hash });
            if (conflict) throw conflict;
            const fields = changesTo(joke, changed(joke, change));
            if (Object.keys(fields).length === 0) {
              // A commit that returned an error may have happened: the retry finds its own entry.
              const audit_id = joke.last_change === auditId ? auditId : null;
              return { joke_id, tags: joke.tags, safe: joke.safe, audit_id };
            }
            const after = record(transaction, joke, fields, entry, auditId);
            return { joke_id, tags: after.tags, safe: after.safe, audit_id: auditId };
          } catch (error) {
            if (!(error instanceof ApiError)) throw error;
            const { tags: now = null, safe = null } = joke ?? {};
            return { joke_id, tags: now, safe, audit_id: null, error: error.message };
          }
        });
        return { results };
      });
    },
  };
}
