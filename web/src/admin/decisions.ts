import {
  ApiError,
  type Joke,
  type Moderation,
  type RejectReason,
  type Tagging,
  type UndoResults,
} from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { messageOf } from '../api/failure.ts';
import { announce } from '../stores/announcement.ts';
import {
  expectationOf,
  type Change,
  type Decision,
  type DecisionResult,
  type ReadJoke,
  type SavedEdit,
} from './changes.ts';
import { currentJoke } from './moderation-queries.ts';
import { decidedText, factsText, savedText, undoneText, type Notice } from './notices.ts';
import type { Outbox } from './outbox.ts';

/** What happened to a joke on a screen. */
export interface Row {
  /** what is running; the dashboard disables all buttons of the row meanwhile */
  task?: Moderation['action'] | 'delete' | 'undo' | 'keep' | 'tag' | undefined;
  deleted?: boolean;
  /** whether its reports were dismissed */
  kept?: boolean;
  /** why the last decision changed nothing */
  failure?: string | undefined;
}

/** What was decided on a screen. */
export interface Decided {
  rows: ReadonlyMap<number, Row>;
  /** What can be undone, the latest last. Each step was done in one go. */
  steps: readonly (readonly Change[])[];
  /** The latest notice, and what can be undone of what it is about. */
  notice: (Notice & { step: readonly Change[] }) | undefined;
}

/** The state before anything is decided. */
export const UNDECIDED: Decided = { rows: new Map(), steps: [], notice: undefined };

interface DecisionOptions {
  reason?: RejectReason | undefined;
  /** the fact that these repeat */
  duplicate_of?: number | undefined;
  /** the tags, and whether it is for children, which are saved with it */
  tagging?: Tagging | undefined;
  /** Called when anything is decided, before the rows change. */
  onDone?: () => void;
  /** Called when another moderator was faster with some of them. */
  onLate?: () => void;
}

/** The message for each kind of decision, if its error has none (specification §8). */
const FAILED = { approve: 'Failed to approve joke', reject: 'Failed to reject joke' } as const;

/** Whether a call failed because there is no such joke or log entry. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

interface DecidingScreen {
  store: { getState: () => Decided; setState: (part: Partial<Decided>) => void };
  outbox: Outbox;
  /** Shows a joke as it is now. */
  show: (jokeId: number, fields: Partial<Joke>) => void;
  /** Sum up answers. Without them, all is shown at once, and what was not made is taken back. */
  sums?: {
    decided: (action: Decision['action'], results: readonly DecisionResult[]) => Notice;
    undone: (changes: readonly Change[], texts: readonly (string | undefined)[]) => Notice;
  };
}

/** Decides and undoes for a screen, and says what the server answered. */
export function createDecisions({ store, outbox, show, sums }: DecidingScreen) {
  const atOnce = sums === undefined;

  /** Notes what happened to jokes. */
  function mark(ids: readonly number[], row: Row): void {
    const rows = new Map(store.getState().rows);
    for (const id of ids) rows.set(id, { ...rows.get(id), ...row });
    store.setState({ rows });
  }

  /** Shows and announces a notice. @param step what it is about, if that can be undone */
  function tell(notice: Notice, step: readonly Change[] = []): void {
    store.setState({ notice: { ...notice, step } });
    if (step.length > 0) store.setState({ steps: [...store.getState().steps, step] });
    // A failure is an alert, which assistive technology reads by itself.
    if (notice.tone === 'done') announce(notice.text);
  }

  /** Takes away what was undone or not made. */
  function forget(gone: readonly Change[]): void {
    const left = store.getState().steps.map((step) => step.filter((each) => !gone.includes(each)));
    store.setState({ steps: left.filter((step) => step.length > 0) });
  }

  /** Runs what changes rows, and shows why it was refused and the joke as it is now if it has changed. */
  async function during(
    ids: readonly number[],
    task: Row['task'],
    run: () => Promise<void>,
    fallback?: string,
  ): Promise<void> {
    mark(ids, { task, failure: undefined });
    try {
      await run();
    } catch (error) {
      const failure = messageOf(error, fallback);
      const joke = error instanceof ApiError ? error.joke : undefined;
      if (joke) show(joke.joke_id, joke);
      if (joke || atOnce) mark(ids, { failure });
      if (!atOnce) tell({ tone: 'failed', text: `Error: ${failure}` });
      if (isGone(error)) mark(ids, { deleted: true });
    } finally {
      mark(ids, { task: undefined });
    }
  }

  /** Shows a joke as it is now, after an answer that it isn't what it seems. */
  async function reload(id: number): Promise<void> {
    try {
      const joke = await currentJoke(id);
      if (joke) show(id, { image_outdated: false, ...joke });
      else mark([id], { deleted: true });
    } catch {
      // The row stays as it was.
    }
  }

  /** Shows what the server answered about a decision. */
  function settle(
    { joke_id, made, status, error, joke }: DecisionResult,
    { reason, duplicate_of }: DecisionOptions,
  ): void {
    const isShown = atOnce && made;
    const because = made && { reject_reason: reason, duplicate_of };
    if (status && !isShown) show(joke_id, { ...(joke ?? { status }), ...because });
    const other = atOnce && !made ? `Another moderator already ${status} it.` : undefined;
    mark([joke_id], { failure: error ?? other, ...(status === null && { deleted: true }) });
  }

  /** Shows the answer about an undone change. Returns what confirms it; undefined if it was not undone. */
  async function settleUndo(
    change: Change,
    answer: UndoResults['results'][number] | undefined,
  ): Promise<string | undefined> {
    const { joke_id: id, action } = change;
    if (!answer) return undefined;
    const { joke, error } = answer;
    if (joke && error === undefined) {
      show(id, joke);
      mark([id], { deleted: false, kept: false });
      return undoneText(joke, action);
    }
    await reload(id);
    mark([id], { failure: 'This fact changed, so the decision can’t be undone.' });
    return undefined;
  }

  /** Deletes jokes that contain personal information for good, as they are shown. */
  async function erase(jokes: readonly ReadJoke[], onDone?: () => void): Promise<void> {
    const ids = jokes.map(({ joke_id }) => joke_id);
    const gone = new Set<number>();
    if (atOnce) mark(ids, { deleted: true });
    await during(ids, 'delete', async () => {
      const results = await outbox.erase(jokes);
      const failed = results.filter(({ error }) => error !== undefined);
      if (failed.length < ids.length) onDone?.();
      for (const { joke_id, status, error, joke } of results) {
        if (joke) show(joke_id, joke);
        if (status === null) gone.add(joke_id);
        mark([joke_id], { deleted: status === null, failure: error });
      }
      const [problem] = failed;
      tell(
        problem?.error === undefined
          ? { tone: 'done', text: `Deleted ${factsText(jokes)} for good.` }
          : { tone: 'failed', text: `Error: ${problem.error}` },
      );
    });
    if (atOnce)
      mark(
        ids.filter((id) => !gone.has(id)),
        { deleted: false },
      );
  }

  /** Approves or rejects jokes as they are shown. */
  async function decide(
    action: Decision['action'],
    jokes: readonly ReadJoke[],
    options: DecisionOptions = {},
  ): Promise<void> {
    const { reason, duplicate_of, tagging, onDone, onLate } = options;
    if (reason === PERSONAL_DATA) return erase(jokes, onDone);
    const decisions = jokes.map((joke): Decision => {
      const expected = expectationOf(joke);
      const { joke_id } = joke;
      const because = { ...(reason && { reason }), ...(duplicate_of && { duplicate_of }) };
      return { action, joke_id, expected, ...because, ...(tagging && { tagging }) };
    });
    const ids = decisions.map(({ joke_id }) => joke_id);
    let made: readonly Decision[] = [];
    const send = async () => {
      const answers = await Promise.all(decisions.map((decision) => outbox.decide(decision)));
      const results = answers.filter((answer) => answer !== undefined);
      if (results.some(({ error }) => error === undefined)) onDone?.();
      for (const result of results) settle(result, options);
      if (results.some(({ made, status }) => !made && status !== 'pending')) onLate?.();
      made = decisions.filter((_, index) => answers[index]?.made);
      if (sums) tell(sums.decided(action, results), made);
    };
    if (atOnce) tell({ tone: 'done', text: decidedText(action, jokes, reason) }, decisions);
    await during(ids, action, send, FAILED[action]);
    forget(decisions.filter((decision) => !made.includes(decision)));
  }

  /** Undoes changes, in one request. */
  function undo(step: readonly Change[]): Promise<void> {
    const edits = step.filter((change) => 'before' in change);
    if (atOnce) forget(step);
    else tell({ tone: 'busy', text: 'Undoing…' });
    if (atOnce) for (const { joke_id, before } of edits) show(joke_id, before);
    const send = async () => {
      const answers = await outbox.undo(step).catch((error: unknown) => {
        for (const { joke_id, after } of edits) show(joke_id, after);
        throw error;
      });
      const texts = await Promise.all(
        step.map((change, index) => settleUndo(change, answers[index])),
      );
      forget(step);
      if (sums) tell(sums.undone(step, texts));
    };
    return during(
      step.map(({ joke_id }) => joke_id),
      'undo',
      send,
    );
  }

  /** Shows a joke whose text was edited. */
  function saved({ joke, edit }: SavedEdit): void {
    show(joke.joke_id, joke);
    tell({ tone: 'done', text: savedText(joke.joke_id, edit !== undefined) }, edit && [edit]);
  }

  return { mark, tell, forget, during, reload, decide, undo, saved };
}
