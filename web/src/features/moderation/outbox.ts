import type { QueryClient } from '@tanstack/react-query';
import {
  ApiError,
  type EditedContent,
  type Joke,
  type KeepResults,
  type Moderation,
  type ModerationResults,
  type Retagging,
  type UndoResults,
} from 'functions/contract';
import { limits, PERSONAL_DATA } from 'functions/domain';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { isRefusal } from '../../api/failure.ts';
import { retry, retryNow } from '../../api/send.ts';
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

interface Item {
  /** what to send together with equal decisions that wait behind it */
  decision?: Decision;
  send: (batch: readonly Item[]) => Promise<void>;
  /** Called with the answer about a decision; undefined if it was withdrawn. */
  settle?: (result: DecisionResult | undefined) => void;
  fail: (error: unknown) => void;
  /** True to give up after the first failure of any kind. */
  once?: boolean;
  /** whether it was sent, so that it may have taken effect */
  sent?: boolean;
}

interface OutboxStatus {
  /** how many changes */
  unsent: number;
  /** those that are decisions */
  decisions: readonly Decision[];
  problem: unknown;
}

type UndoResult = UndoResults['results'][number];

/** Whether a failure is the answer. After a lost session or too many requests, trying again may succeed. */
function isFinal(error: unknown): boolean {
  return isRefusal(error) && error.code !== 'unauthenticated' && error.code !== 'too_many_requests';
}

/**
 * Sends what moderators decide, one after another in the order in which it was added. Equal decisions
 * that wait together are sent together. After a failure that says nothing about the decision it tries
 * again. The answers update the counts in the query cache.
 */
export function createOutbox(client: QueryClient) {
  /** the changes that the server has not answered, and why the latest attempt to send them failed */
  const useStatus = create<OutboxStatus>()(() => ({
    unsent: 0,
    decisions: [],
    problem: undefined,
  }));
  /** the answer to each decision that was added */
  const answers = new WeakMap<Decision, Promise<DecisionResult | undefined>>();
  /** the log's entry of each change; null if its id was lost */
  const audits = new WeakMap<Change, string | null>();
  let items: Item[] = [];
  let running = false;

  function update(left: Item[], problem: unknown): void {
    items = left;
    const decisions = left.flatMap(({ decision }) => decision ?? []);
    useStatus.setState({ unsent: left.length, decisions, problem });
  }

  /** Forgets everything, for example when the administrator signs out. */
  function clear(): void {
    update([], undefined);
    retryNow();
  }

  function add(item: Item): void {
    update([...items, item], useStatus.getState().problem);
    if (!running) void run();
  }

  /** Adds a call that waits for its turn. @param once true to give up after the first failure */
  function addCall<T>(run: () => Promise<T>, once: boolean): Promise<T> {
    return new Promise((resolve, fail) => {
      add({ send: async () => resolve(await run()), fail, once });
    });
  }

  /** The first item and, if it is a decision, the equal ones that follow it. */
  function nextBatch(): Item[] {
    const wanted = items[0]?.decision;
    const isSame = ({ decision }: Item) =>
      wanted &&
      decision?.action === wanted.action &&
      decision.reason === wanted.reason &&
      decision.duplicate_of === wanted.duplicate_of;
    const end = items.findIndex((item, index) => index > 0 && !isSame(item));
    return items.slice(0, Math.min(end === -1 ? items.length : end, limits.moderationMaxIds));
  }

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
    updateCounts(client, totals);
    for (const [index, decision] of decisions.entries()) {
      const result = results.find(({ joke_id }) => joke_id === decision.joke_id);
      if (!result) continue;
      const { audit_id, error } = result;
      const made = audit_id !== null || (error === undefined && sentBefore[index] === true);
      if (made) audits.set(decision, audit_id);
      batch[index]?.settle?.({ ...result, made });
    }
  }

  async function run(): Promise<void> {
    running = true;
    // What is added at the same time is sent together.
    await Promise.resolve();
    while (items.length > 0) {
      let batch: Item[] = [];
      const send = async () => {
        // While it waited, decisions may have been added or withdrawn.
        batch = nextBatch();
        await batch[0]?.send(batch);
      };
      try {
        await retry(send, (error) => {
          if (items.length === 0 || batch[0]?.once || isFinal(error)) return null;
          update(items, error);
          return error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
        });
      } catch (error) {
        for (const { fail } of batch) fail(error);
      }
      const left = items.filter((item) => !batch.includes(item));
      update(left, undefined);
    }
    running = false;
  }

  /** Takes back decisions that were not sent. */
  function withdraw(waiting: readonly Item[]): void {
    if (waiting.length === 0) return;
    const left = items.filter((item) => !waiting.includes(item));
    if (left.length > 0) update(left, useStatus.getState().problem);
    else clear();
    for (const { settle } of waiting) settle?.(undefined);
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
     * @param sent whether it may have been sent before, and may have taken effect
     * @throws {ApiError} if the server refuses the call
     */
    decide(decision: Decision, sent = false): Promise<DecisionResult | undefined> {
      const answer =
        answers.get(decision) ??
        new Promise((settle, fail) => {
          add({ decision, send: sendDecisions, settle, fail, sent });
        });
      answers.set(decision, answer);
      return answer;
    },

    /**
     * Changes the text of a joke, and its tags and verdict if they are given. @param before what the moderator saw
     * @throws {ApiError} after the first failure, because the typed text is still there
     */
    edit(before: Joke, content: EditedContent): Promise<SavedEdit> {
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
     * Changes tags and verdicts, in one request. @param jokes what the moderator saw
     * @throws {ApiError} after the first failure, because the choice is still there
     */
    retag(jokes: readonly Joke[], changes: Retagging['changes']): Promise<Retagged> {
      return addCall(async () => {
        const { results } = await call('tagJokes', { body: { changes } });
        const edits = results.flatMap(({ joke_id, audit_id, tags, safe }): Edit[] => {
          const before = jokes.find((joke) => joke.joke_id === joke_id);
          if (!before || tags === null || audit_id === null) return [];
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
        updateCounts(client, totals);
        const removal: Change = { action: 'delete', joke_id };
        audits.set(removal, audit_id);
        return removal;
      }, true);
    },

    /**
     * Deletes jokes that contain personal information for good, in one request.
     * @throws {ApiError} after the first failure
     */
    erase(jokes: readonly SeenJoke[]): Promise<ModerationResults['results']> {
      return addCall(async () => {
        const body: Moderation = {
          action: 'reject',
          reason: PERSONAL_DATA,
          joke_ids: jokes.map(({ joke_id }) => joke_id),
          expected: jokes.map((joke) => ({ joke_id: joke.joke_id, ...expectationOf(joke) })),
        };
        const { results, totals } = await call('moderateJokes', { body });
        updateCounts(client, totals);
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
      const waiting = items.filter(
        ({ decision, sent }) => !sent && decision && changes.includes(decision),
      );
      withdraw(waiting);
      const made = changes.filter(
        (change) =>
          change.action !== 'skip' && waiting.every(({ decision }) => decision !== change),
      );
      if (made.length === 0) return changes.map(() => undefined);
      return addCall(async () => {
        const ids = new Map(
          await Promise.all(made.map(async (change) => [change, await entryOf(change)] as const)),
        );
        const audit_ids = [...ids.values()].filter((id) => id !== undefined);
        if (audit_ids.length === 0) return changes.map(() => undefined);
        const { results, totals } = await call('undoModerations', { body: { audit_ids } });
        updateCounts(client, totals);
        return changes.map((change) =>
          results.find(({ audit_id }) => audit_id === ids.get(change)),
        );
      }, false);
    },

    /** Takes over a change from before the page was reloaded, so that it can be undone. */
    restore: (change: Change) => void audits.set(change, null),

    clear,
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
