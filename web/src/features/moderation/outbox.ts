import {
  ApiError,
  type EndpointInput,
  type EndpointOutput,
  type Expectation,
  type Joke,
  type Moderation,
  type ModerationResults,
} from 'functions/contract';
import { limits } from 'functions/domain';
import { create } from 'zustand';
import { isRefusal } from '../../api/failure.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

/** A joke as a moderator saw it. */
export type SeenJoke = Pick<Joke, 'joke_id' | 'status' | 'text_hash'>;

/** What a decision expects of a joke: it is refused if the joke has changed since. */
export function expectationOf({ status, text_hash }: SeenJoke): Expectation {
  return { status, text_hash };
}

/** A change of a joke that can be undone. Each is an object of its own. */
export interface Change {
  readonly joke_id: number;
}

/** An approval or rejection of one joke. */
export interface Decision extends Change, Readonly<Pick<Moderation, 'action' | 'reason'>> {
  readonly expected: Expectation;
}

/** Creates the decision about a joke as it is shown. */
export function decisionOf(joke: SeenJoke, why: Pick<Moderation, 'action' | 'reason'>): Decision {
  return { joke_id: joke.joke_id, expected: expectationOf(joke), ...why };
}

/** What the server answered about one joke. */
export interface DecisionResult extends Readonly<ModerationResults['results'][number]> {
  /** False if it changed nothing. An attempt whose answer was lost counts as made. */
  readonly made: boolean;
}

/** A joke after an edit, and the change to undo unless the text was the same. */
export interface SavedEdit {
  joke: Joke;
  change: Change | undefined;
}

/** The calls that an outbox makes. */
export interface OutboxCalls {
  moderate: (body: Moderation) => Promise<ModerationResults>;
  edit: (
    jokeId: number,
    body: EndpointInput<'editJoke'>['body'],
  ) => Promise<EndpointOutput<'editJoke'>>;
  undo: (auditId: string) => Promise<EndpointOutput<'undoModeration'>>;
  /** The id of the log's latest entry about a joke. */
  latest: (jokeId: number) => Promise<string | undefined>;
  /** Called while anything is unsent. Returns a function that ends it. */
  watch: (outbox: { retry: () => void; clear: () => void }) => () => void;
}

interface OutboxStatus {
  /** How many decisions and other changes the server has not answered. */
  unsent: number;
  /** Why the latest attempt to send them failed. */
  problem: unknown;
}

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

/** Whether a failure is the answer. After a lost session or too many requests, trying again may succeed. */
function isFinal(error: unknown): boolean {
  return isRefusal(error) && error.code !== 'unauthenticated' && error.code !== 'too_many_requests';
}

/**
 * Sends what moderators decide, one after another in the order in which it was added. Equal decisions
 * that wait together are sent together. After a failure that says nothing about the decision it tries
 * again: nothing is lost while the page is open.
 */
export function createOutbox(calls: OutboxCalls) {
  const useStatus = create<OutboxStatus>()(() => ({ unsent: 0, problem: undefined }));
  /** the log's entry of each change; null if its id was lost */
  const audits = new WeakMap<Change, string | null>();
  let items: Item[] = [];
  let running = false;
  let wake: (() => void) | undefined;

  function report(problem: unknown): void {
    useStatus.setState({ unsent: items.length, problem });
  }

  function remove(done: readonly Item[]): void {
    items = items.filter((item) => !done.includes(item));
    if (items.length === 0) wake?.();
  }

  function add(item: Item): void {
    items.push(item);
    report(useStatus.getState().problem);
    if (!running) void run();
  }

  /** Adds a call that waits for its turn. @param once true to give up after the first failure */
  function addCall<T>(run: () => Promise<T>, once = false): Promise<T> {
    return new Promise((resolve, fail) => {
      add({ send: async () => resolve(await run()), fail, once });
    });
  }

  /** The first item and, if it is a decision, the equal ones that follow it. */
  function nextBatch(): Item[] {
    const wanted = items[0]?.decision;
    const isSame = ({ decision }: Item) =>
      wanted && decision?.action === wanted.action && decision.reason === wanted.reason;
    const end = items.findIndex((item, index) => index > 0 && !isSame(item));
    return items.slice(0, Math.min(end === -1 ? items.length : end, limits.moderationMaxIds));
  }

  async function sendDecisions(batch: readonly Item[]): Promise<void> {
    const sentBefore = batch.map(({ sent = false }) => sent);
    const decisions = batch.flatMap(({ decision }) => decision ?? []);
    const [first] = decisions;
    if (!first) return;
    for (const item of batch) item.sent = true;
    const { results } = await calls.moderate({
      action: first.action,
      joke_ids: decisions.map(({ joke_id }) => joke_id),
      ...(first.reason && { reason: first.reason }),
      expected: decisions.map(({ joke_id, expected }) => ({ joke_id, ...expected })),
    });
    for (const [index, decision] of decisions.entries()) {
      const result = results.find(({ joke_id }) => joke_id === decision.joke_id);
      if (!result) continue;
      const { audit_id, error } = result;
      const made = audit_id !== null || (error === undefined && sentBefore[index] === true);
      if (made) audits.set(decision, audit_id);
      batch[index]?.settle?.({ ...result, made });
    }
  }

  function pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** Tries again now if it waits after a failure. */
  const retry = () => wake?.();

  /** Forgets everything, for example when the administrator signs out. */
  function clear(): void {
    remove(items);
    report(undefined);
  }

  async function run(): Promise<void> {
    running = true;
    const stopWatching = calls.watch({ retry, clear });
    let pauseMs = FIRST_PAUSE_MS;
    // What is added at the same time is sent together.
    await Promise.resolve();
    while (items.length > 0) {
      const batch = nextBatch();
      try {
        await batch[0]?.send(batch);
        remove(batch);
        pauseMs = FIRST_PAUSE_MS;
        report(undefined);
      } catch (error) {
        if (batch[0]?.once || isFinal(error)) {
          remove(batch);
          for (const { fail } of batch) fail(error);
          report(undefined);
          continue;
        }
        report(items.length > 0 ? error : undefined);
        const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
        if (items.length > 0) await pause(Math.max(wanted, pauseMs));
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
    running = false;
    stopWatching();
  }

  return {
    useStatus,

    /**
     * Sends a decision. Resolves to the server's answer, to undefined if it was undone before it was sent.
     * @throws {ApiError} if the server refuses the call
     */
    decide(decision: Decision): Promise<DecisionResult | undefined> {
      return new Promise((settle, fail) => add({ decision, send: sendDecisions, settle, fail }));
    },

    /**
     * Changes the text of a joke. @param joke what the moderator saw
     * @throws {ApiError} after the first failure, because the typed text is still there
     */
    edit(joke: SeenJoke, joke_text: string): Promise<SavedEdit> {
      return addCall(async () => {
        const body = { joke_text, expected: expectationOf(joke) };
        const { audit_id, ...saved } = await calls.edit(joke.joke_id, body);
        if (audit_id === null) return { joke: saved, change: undefined };
        const change = { joke_id: joke.joke_id };
        audits.set(change, audit_id);
        return { joke: saved, change };
      }, true);
    },

    /**
     * Undoes a change. One that was not sent is withdrawn. Resolves to the joke, to undefined if nothing
     * was changed.
     * @throws {ApiError} if it can't be undone
     */
    undo(change: Change): Promise<EndpointOutput<'undoModeration'> | undefined> {
      const waiting = items.find(({ decision, sent }) => decision === change && !sent);
      if (waiting) {
        remove([waiting]);
        waiting.settle?.(undefined);
        report(useStatus.getState().problem);
        return Promise.resolve(undefined);
      }
      return addCall(async () => {
        const known = audits.get(change);
        if (known === undefined) return undefined;
        const auditId = known ?? (await calls.latest(change.joke_id));
        return auditId === undefined ? undefined : calls.undo(auditId);
      });
    },

    /** Makes another call between them, which fails after the first failure. */
    once: <T>(run: () => Promise<T>) => addCall(run, true),

    retry,
    clear,
  };
}

export type Outbox = ReturnType<typeof createOutbox>;
