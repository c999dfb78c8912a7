import { changesTo, type JokeChanges } from '../../catalog/joke-document.ts';
import type { FoundJoke } from '../../catalog/jokes.data.ts';
import {
  type ApiError,
  type Expectation,
  type JokeStatus,
  type ModeratedJoke,
  type Moderation,
  type ModerationResults,
  type StatedContent,
  type Tagging,
  type Totals,
} from '../../contract/index.ts';
import { PERSONAL_DATA, taggingOnApproval } from '../../domain/index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { Actor } from '../../platform/audit/audit.data.ts';
import { hintAbout } from '../hints/hints.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { ReportSummary } from '../reports/reports.data.ts';
import { createDeletion, type DeletionDependencies } from './deletion.service.ts';
import { changedSince, missingJoke, presentModerated } from './moderated-fields.ts';
import { batchOf, createRecorder, isRetagged, readReports } from './record-change.ts';
import { createUndo } from './undo.service.ts';

/** A decision about one joke: its status afterwards, and the log's entry if it changed anything. */
interface Decision {
  joke_id: number;
  status: JokeStatus | null;
  audit_id: string | null;
  /** the joke as it is now, if its tags were changed with it */
  joke?: ModeratedJoke;
  error?: ApiError;
}

/** What comes with a decision about one joke. */
type Decided = Tagging & { expected?: Expectation | undefined };

/** A decision about one joke that exists. */
interface Receipt {
  joke_id: number;
  status: JokeStatus;
  audit_id: string | null;
  totals: Totals;
}

/**
 * What a decision changes about a joke's tags and whether it is safe. What the moderator does not state, an approval
 * takes from the word list: tags if it has none, and that it is not safe.
 */
async function taggedBy(
  status: JokeStatus,
  joke: FoundJoke,
  stated: Tagging = {},
): Promise<JokeChanges> {
  if (!joke) return {};
  if (status !== 'approved' || joke.status === 'approved') return changesTo(joke, stated);
  const hint = await hintAbout(joke.joke_text);
  return changesTo(joke, { ...taggingOnApproval(joke, hint), ...stated });
}

const DECIDED = { approve: 'approved', reject: 'rejected' } as const;

interface Dependencies extends DeletionDependencies {
  withReadDeadline: ReadDeadline;
}

export type ModerationService = ReturnType<typeof createModerationService>;

/** Each moderation changes the joke and writes the log's entry in one transaction. */
export function createModerationService(dependencies: Dependencies) {
  const { catalog, jokes, audit, reports, transact, clock } = dependencies;
  const record = createRecorder(dependencies);
  const { remove, restore, erase } = createDeletion(dependencies);

  /** Decides jokes in one transaction. A joke that can't be moderated gets an error. */
  async function decide(
    actor: Actor,
    { action, joke_ids, reason, duplicate_of, expected = [], taggings = [] }: Moderation,
  ): Promise<{ decisions: Decision[]; totals: Totals }> {
    const auditIds = joke_ids.map(() => audit.newId());
    const batch = batchOf(auditIds);
    const status = DECIDED[action];
    const decided_at = new Date(clock());
    const expectations = new Map(expected.map((each) => [each.joke_id, each]));
    if (reason === PERSONAL_DATA) {
      const erasures = await erase(actor, joke_ids, expectations);
      const totals = (await catalog.current()).totals();
      return { decisions: erasures.map((each) => ({ ...each, status: null })), totals };
    }
    const tagged = new Map(taggings.map(({ joke_id, ...tagging }) => [joke_id, tagging]));

    function decideOne(
      transaction: Transaction,
      joke_id: number,
      joke: FoundJoke,
      content: JokeChanges,
      auditId: string,
      ended: ReportSummary | undefined,
    ): Decision {
      const unchanged = { joke_id, audit_id: null };
      if (!joke) {
        return { ...unchanged, status: null, error: missingJoke(joke) };
      }
      const error = changedSince(joke, expectations.get(joke_id), status);
      if (error) return { ...unchanged, status: joke.status, error };
      const isDecided = joke.status === status;
      if (isDecided && (joke.last_change === auditId || Object.keys(content).length === 0)) {
        if (joke.last_change !== auditId) return { ...unchanged, status };
        // A commit that returned an error may have happened: the retry finds its own entry.
        return { joke_id, status, audit_id: auditId, joke: presentModerated(joke) };
      }
      if (isDecided) {
        const after = record(
          transaction,
          joke,
          content,
          { actor, action: 'tag', ...batch },
          auditId,
        );
        return { joke_id, status, audit_id: auditId, joke: presentModerated(after) };
      }
      // The date of the first approval stays.
      const approved_at = joke.approved_at ?? (status === 'approved' ? decided_at : null);
      const because = { reject_reason: reason ?? null, duplicate_of: duplicate_of ?? null };
      const decided = { status, decided_at, approved_at, ...because };
      const entry = { actor, action, ...batch, ...(reason && { reason }) };
      const fields = { ...content, ...decided };
      const after = record(transaction, joke, fields, entry, auditId, ended);
      return {
        joke_id,
        status,
        audit_id: auditId,
        ...(isRetagged(joke, after) && { joke: presentModerated(after) }),
      };
    }

    const decisions = await transact(async (transaction) => {
      const found = await jokes.readMany(transaction, joke_ids);
      const ended = await readReports(reports, transaction, status === 'rejected' ? found : []);
      const contents = await Promise.all(
        joke_ids.map((id, index) => taggedBy(status, found[index], tagged.get(id))),
      );
      return joke_ids.map((id, index) => {
        const auditId = auditIds[index] ?? audit.newId();
        const content = contents[index] ?? {};
        return decideOne(transaction, id, found[index], content, auditId, ended.get(id));
      });
    });
    return { decisions, totals: (await catalog.current()).totals() };
  }

  async function decideAboutOne(
    actor: Actor,
    action: Moderation['action'],
    joke_id: number,
    { expected: expectation, ...tagging }: Decided = {},
  ): Promise<Receipt> {
    const { decisions, totals } = await decide(actor, {
      action,
      joke_ids: [joke_id],
      expected: expectation && [{ ...expectation, joke_id }],
      taggings: Object.keys(tagging).length > 0 ? [{ ...tagging, joke_id }] : [],
    });
    const { status = null, audit_id = null, error } = decisions[0] ?? {};
    if (error || status === null) throw error ?? noSuchJoke();
    return { joke_id, status, audit_id, totals };
  }

  return {
    /**
     * Approves a joke; does nothing if it is approved and has these tags. The date of its first approval stays.
     * Without tags it gets those that the word list suggests.
     * @param decision its tags, and what the moderator saw
     * @throws ApiError not_found, or conflict if the joke has changed or its document is malformed
     */
    approve: (actor: Actor, jokeId: number, decision?: Decided) =>
      decideAboutOne(actor, 'approve', jokeId, decision),

    /** Rejects a joke without a reason; does nothing if it is rejected. Throws what `approve` throws. */
    reject: (actor: Actor, jokeId: number, decision?: Decided) =>
      decideAboutOne(actor, 'reject', jokeId, decision),

    /** Approves or rejects several jokes in one transaction. Failures are reported per joke. */
    async moderate(actor: Actor, moderation: Moderation): Promise<ModerationResults> {
      const { decisions, totals } = await decide(actor, moderation);
      const results = decisions.map(({ error, ...decision }) => ({
        ...decision,
        ...(error && { error: error.message }),
        ...(error?.joke && { joke: error.joke }),
      }));
      return { results, totals };
    },

    /**
     * Changes what a joke says; does nothing if it is the same.
     * @param content normalized
     * @param expected what the moderator saw
     * @throws ApiError not_found, or conflict if the joke has changed or its document is malformed
     */
    edit(actor: Actor, jokeId: number, content: StatedContent, expected?: Expectation) {
      const auditId = audit.newId();
      return transact(async (transaction) => {
        const joke = await jokes.read(transaction, jokeId);
        if (!joke) throw missingJoke(joke);
        const fields = changesTo(joke, content);
        if (Object.keys(fields).length === 0) {
          return { joke, audit_id: joke.last_change === auditId ? auditId : null };
        }
        const changed = changedSince(joke, expected);
        if (changed) throw changed;
        if (fields.joke_text !== undefined) fields.edited_at = new Date(clock());
        const edited = record(transaction, joke, fields, { actor, action: 'edit' }, auditId);
        return { joke: edited, audit_id: auditId };
      });
    },

    ...createUndo({ ...dependencies, restore }),
    remove,
  };
}
