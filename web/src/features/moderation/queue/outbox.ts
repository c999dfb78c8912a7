import {
  ApiError,
  type JokeStatus,
  type Moderation,
  type ModerationResults,
} from 'functions/contract';
import { limits } from 'functions/domain';
import { isRefusal } from '../../../api/failure.ts';

const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;
/** The status in which a decision expects its joke. */
const EXPECTED: JokeStatus = 'pending';

/** One decision about one joke. */
export type Decision = Readonly<Pick<Moderation, 'action' | 'reason'>> & {
  readonly joke_id: number;
  /** names the text that the moderator saw */
  readonly text_hash: string | undefined;
};

/** What the server answered about one joke. */
export type DecisionResult = ModerationResults['results'][number];

/** A call that waits for its turn between decisions, such as undoing one of them. */
interface Task {
  run: () => Promise<void>;
  /** Called instead of trying again if the server refuses it. */
  onRefused: (error: unknown) => void;
  /** True to give up after the first failure of any kind. */
  once?: boolean;
}

interface Item {
  work: Decision | Task;
  /** whether it was sent, so that it may have taken effect */
  sent: boolean;
}

interface OutboxOptions {
  moderate: (moderation: Moderation) => Promise<ModerationResults>;
  /** @param sentBefore whether the decision may have been made by an attempt whose answer was lost */
  onDecided: (decision: Decision, result: DecisionResult, sentBefore: boolean) => void;
  /** Called when the server refuses to decide about any of these jokes. */
  onRefused: (decisions: Decision[], error: unknown) => void;
  /** Gets how many decisions and tasks are not done, and why the latest attempt failed, if it did. */
  onChange: (unsent: number, problem: unknown) => void;
}

function isTask(work: Decision | Task): work is Task {
  return 'run' in work;
}

/** Whether a failure is the answer. After a lost session or too many requests, trying again may succeed. */
function isFinal(error: unknown): boolean {
  return isRefusal(error) && error.code !== 'unauthenticated' && error.code !== 'too_many_requests';
}

/**
 * Sends decisions and tasks one after another, in the order in which they were added. Equal decisions
 * that wait together are sent together. After a failure that says nothing about the decision it tries
 * again: nothing is lost while the page is open.
 */
export function createOutbox({ moderate, onDecided, onRefused, onChange }: OutboxOptions) {
  const items: Item[] = [];
  let running = false;
  let problem: unknown;
  let wake: (() => void) | undefined;

  function report(latest: unknown): void {
    problem = latest;
    onChange(items.length, problem);
  }

  /** The first item and, if it is a decision, the equal ones that follow it. */
  function nextBatch(): Item[] {
    const work = items[0]?.work;
    if (!work || isTask(work)) return items.slice(0, 1);
    const isSame = ({ work: other }: Item) =>
      !isTask(other) && other.action === work.action && other.reason === work.reason;
    const end = items.findIndex((item) => !isSame(item));
    return items.slice(0, Math.min(end === -1 ? items.length : end, limits.moderationMaxIds));
  }

  function decisionsOf(batch: readonly Item[]): Decision[] {
    return batch.flatMap(({ work }) => (isTask(work) ? [] : work));
  }

  async function send(batch: readonly Item[]): Promise<void> {
    const work = batch[0]?.work;
    const sentBefore = batch.map(({ sent }) => sent);
    for (const item of batch) item.sent = true;
    if (!work) return;
    if (isTask(work)) return work.run();
    const { action, reason } = work;
    const decisions = decisionsOf(batch);
    const { results } = await moderate({
      action,
      joke_ids: decisions.map(({ joke_id }) => joke_id),
      ...(reason && { reason }),
      expected: decisions.map(({ joke_id, text_hash }) => ({
        joke_id,
        status: EXPECTED,
        text_hash,
      })),
    });
    for (const [index, decision] of decisions.entries()) {
      const result = results.find(({ joke_id }) => joke_id === decision.joke_id);
      if (result) onDecided(decision, result, sentBefore[index] ?? false);
    }
  }

  function refuse(batch: readonly Item[], error: unknown): void {
    const work = batch[0]?.work;
    if (work && isTask(work)) work.onRefused(error);
    else onRefused(decisionsOf(batch), error);
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

  async function run(): Promise<void> {
    running = true;
    let pauseMs = FIRST_PAUSE_MS;
    while (items.length > 0) {
      const batch = nextBatch();
      const isOnce = batch.some(({ work }) => isTask(work) && work.once);
      try {
        await send(batch);
        items.splice(0, batch.length);
        pauseMs = FIRST_PAUSE_MS;
        report(undefined);
      } catch (error) {
        if (isOnce || isFinal(error)) {
          items.splice(0, batch.length);
          refuse(batch, error);
          report(undefined);
          continue;
        }
        report(error);
        const wanted = error instanceof ApiError ? (error.retryAfter ?? 0) * 1_000 : 0;
        await pause(Math.max(wanted, pauseMs));
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
      }
    }
    running = false;
  }

  return {
    /** Adds decisions or a task to what is sent. */
    add(...added: readonly (Decision | Task)[]): void {
      items.push(...added.map((work) => ({ work, sent: false })));
      report(problem);
      if (!running) void run();
    },

    /** Takes a decision back if it was not sent. @returns whether that was so */
    withdraw(decision: Decision): boolean {
      const index = items.findIndex(({ work, sent }) => work === decision && !sent);
      if (index === -1) return false;
      items.splice(index, 1);
      report(problem);
      return true;
    },

    /** Tries again now if it waits after a failure. */
    retry: () => wake?.(),

    /** Forgets everything that was not sent, for example when the administrator signs out. */
    clear(): void {
      items.length = 0;
      report(undefined);
      wake?.();
    },
  };
}
