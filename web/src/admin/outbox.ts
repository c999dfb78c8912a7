import type { QueryClient } from '@tanstack/react-query';
import type {
  Expectation,
  Joke,
  KeepResults,
  Moderation,
  ModerationResults,
  Retagging,
  StatedContent,
  UndoResults,
} from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { call } from '../api/call.ts';
import {
  expectationOf,
  type Change,
  type Decision,
  type DecisionResult,
  type Edit,
  type Keeping,
  type Retagged,
  type SavedEdit,
  type SeenJoke,
} from './changes.ts';
import { updateCounts } from './moderation-queries.ts';
import { createSendingQueue, type Item } from './sending-queue.ts';

type UndoResult = UndoResults['results'][number];

/**
 * The calls with which moderators change jokes, which a {@link createSendingQueue} sends. The answers update the
 * counts in the query cache.
 */
export function createOutbox(client: QueryClient) {
  const { useStatus, add, addCall, withdraw, clear } = createSendingQueue();
  /** the answer to each decision that was added */
  const answers = new WeakMap<Decision, Promise<DecisionResult | undefined>>();
  /** the log's entry of each change; null if its id was lost */
  const audits = new WeakMap<Change, string | null>();

  async function sendDecisions(batch: readonly Item[]): Promise<void> {
    const sentBefore = batch.map(({ sent = false }) => sent);
    const decisions = batch.flatMap(({ decision }) => decision ?? []);
    const [first] = decisions;
    if (!first) return;
    for (const item of batch) item.sent = true;
    const body: Moderation = {
      action: first.action,
      joke_ids: decisions.map(({ joke_id }) => joke_id),
      ...(first.reason && { reason: first.reason }),
      ...(first.duplicate_of && { duplicate_of: first.duplicate_of }),
      expected: decisions.map(({ joke_id, expected }) => ({ joke_id, ...expected })),
    };
    const taggings = decisions.flatMap(({ joke_id, tagging }) =>
      tagging ? { joke_id, ...tagging } : [],
    );
    if (taggings.length > 0) body.taggings = taggings;
    const { results, totals } = await call('moderateJokes', { body });
    updateCounts(client, totals, decisions);
    for (const [index, decision] of decisions.entries()) {
      const result = results.find(({ joke_id }) => joke_id === decision.joke_id);
      if (!result) continue;
      const { audit_id, error } = result;
      const made = audit_id !== null || (error === undefined && sentBefore[index] === true);
      if (made) audits.set(decision, audit_id);
      batch[index]?.settle?.({ ...result, made });
    }
  }

  /** The log's entry of a change; undefined if it had no effect. */
  async function entryOf(change: Change): Promise<string | undefined> {
    const known = audits.get(change);
    if (known !== null) return known;
    const query = { joke_id: change.joke_id, limit: 1 };
    const [latest] = (await call('listAudit', { query })).entries;
    return latest?.action === change.action ? latest.audit_id : undefined;
  }

  return {
    useStatus,

    /**
     * Sends a decision, once. Resolves to the server's answer, to undefined if it was undone before it was sent.
     * @throws {ApiError} if the server refuses the call
     */
    decide(decision: Decision): Promise<DecisionResult | undefined> {
      const answer =
        answers.get(decision) ??
        new Promise((settle, fail) => {
          add({ decision, send: sendDecisions, settle, fail });
        });
      answers.set(decision, answer);
      return answer;
    },

    /**
     * Changes the text of a joke, and its tags and `safe` if they are given. @param before what the moderator saw
     * @throws {ApiError} after the first failure, because the typed text is still there
     */
    edit(before: Joke, content: StatedContent): Promise<SavedEdit> {
      return addCall(async () => {
        const { joke_id } = before;
        const body = { ...content, expected: expectationOf(before) };
        const { audit_id, ...joke } = await call('editJoke', { params: { id: joke_id }, body });
        if (audit_id === null) return { joke, edit: undefined };
        const edit: Edit = { action: 'edit', joke_id, before, after: joke };
        audits.set(edit, audit_id);
        return { joke, edit };
      }, true);
    },

    /**
     * Changes tags and `safe`, in one request. @param jokes what the moderator saw
     * @throws {ApiError} after the first failure, because the choice is still there
     */
    retag(jokes: readonly Joke[], changes: Retagging['changes']): Promise<Retagged> {
      return addCall(async () => {
        const { results } = await call('tagJokes', { body: { changes } });
        const edits = results.flatMap(({ joke_id, audit_id, tags, safe }): Edit[] => {
          const before = jokes.find((joke) => joke.joke_id === joke_id);
          if (!before || tags === null || safe === null || audit_id === null) return [];
          const edit: Edit = { action: 'tag', joke_id, before, after: { ...before, tags, safe } };
          audits.set(edit, audit_id);
          return [edit];
        });
        return { results, edits };
      }, true);
    },

    /** Deletes a joke. @throws {ApiError} after the first failure */
    remove(joke: SeenJoke): Promise<Change> {
      return addCall(async () => {
        const { joke_id } = joke;
        const input = { params: { id: joke_id }, query: expectationOf(joke) };
        const { audit_id, totals } = await call('deleteJoke', input);
        updateCounts(client, totals, [joke]);
        const removal: Change = { action: 'delete', joke_id };
        audits.set(removal, audit_id);
        return removal;
      }, true);
    },

    /**
     * Deletes jokes that contain personal information for good, in one request; also those that only the log has.
     * @throws {ApiError} after the first failure
     */
    erase(
      jokes: readonly (Pick<Joke, 'joke_id'> & Expectation)[],
    ): Promise<ModerationResults['results']> {
      return addCall(async () => {
        const body: Moderation = {
          action: 'reject',
          reason: PERSONAL_DATA,
          joke_ids: jokes.map(({ joke_id }) => joke_id),
          expected: jokes.map((joke) => ({ joke_id: joke.joke_id, ...expectationOf(joke) })),
        };
        const { results, totals } = await call('moderateJokes', { body });
        updateCounts(client, totals, jokes);
        return results;
      }, true);
    },

    /** Dismisses the reports of jokes, in one request. @throws {ApiError} after the first failure */
    keep(
      joke_ids: readonly number[],
    ): Promise<{ results: KeepResults['results']; kept: Keeping[] }> {
      return addCall(async () => {
        const { results } = await call('keepJokes', { body: { joke_ids: [...joke_ids] } });
        const kept = results.flatMap(({ joke_id, audit_id }): Keeping[] => {
          const keeping: Keeping = { action: 'keep', joke_id };
          if (audit_id !== null) audits.set(keeping, audit_id);
          return audit_id === null ? [] : [keeping];
        });
        return { results, kept };
      }, true);
    },

    /**
     * Undoes changes, those that were sent in one request. Resolves to the answer about each; undefined for
     * one that was withdrawn before it was sent, or had no effect.
     * @throws {ApiError} if the server refuses the call
     */
    async undo(changes: readonly Change[]): Promise<(UndoResult | undefined)[]> {
      const withdrawn = new Set<Change>(withdraw(changes));
      const made = changes.filter((change) => change.action !== 'skip' && !withdrawn.has(change));
      if (made.length === 0) return changes.map(() => undefined);
      return addCall(async () => {
        const ids = new Map(
          await Promise.all(made.map(async (change) => [change, await entryOf(change)] as const)),
        );
        const audit_ids = [...ids.values()].filter((id) => id !== undefined);
        if (audit_ids.length === 0) return changes.map(() => undefined);
        const { results, totals } = await call('undoModerations', { body: { audit_ids } });
        updateCounts(client, totals, made);
        return changes.map((change) =>
          results.find(({ audit_id }) => audit_id === ids.get(change)),
        );
      }, false);
    },

    clear,
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
