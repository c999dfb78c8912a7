import { ApiError, type ChangeReceipt, type Joke, type ModeratedJoke } from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { messageOf } from '../api/failure.ts';
import { announce } from '../stores/announcement.ts';
import type { Change, ReadJoke, Step } from './changes.ts';
import { decidedText, leftText, noticeOf, undoNotice, type Notice } from './notices.ts';
import type { Outbox } from './outbox.ts';

/** What happened to a joke on a screen. */
export interface Row {
  /** what is running; the dashboard disables all buttons of the row meanwhile */
  task?: Change['action'] | 'undo' | undefined;
  deleted?: boolean;
  /** whether its reports were dismissed */
  kept?: boolean;
  /** what of the last change was not made, and why */
  failure?: string | undefined;
}

/** What was decided on a screen. */
export interface Decided {
  rows: ReadonlyMap<number, Row>;
  /** What can be undone, the latest last. */
  steps: readonly Step[];
  /** The latest notice, and what can be undone of what it is about. */
  notice: (Notice & { step: Step | undefined }) | undefined;
}

/** The state before anything is decided. */
export const UNDECIDED: Decided = { rows: new Map(), steps: [], notice: undefined };

/** The message for each kind of change, if its error has none (specification §8). */
const FAILED: Partial<Record<Change['action'], string>> = {
  approve: 'Failed to approve joke',
  reject: 'Failed to reject joke',
};

interface DecidingScreen {
  store: { getState: () => Decided; setState: (part: Partial<Decided>) => void };
  outbox: Outbox;
  /** Shows a joke as it is now. */
  show: (jokeId: number, fields: Partial<Joke>) => void;
  /** whether changes are shown at once, and taken back if they were not made */
  atOnce?: boolean;
}

interface ChangeOptions {
  /** What the moderator saw of the jokes, for a notice at once. */
  jokes?: readonly Pick<ReadJoke, 'joke_text'>[];
  /** Called when anything is changed, before the rows change. @param count how many jokes */
  onDone?: (count: number) => void;
  /** Called when another moderator was faster with some of them. */
  onLate?: () => void;
}

/** Changes jokes for a screen, undoes that, and says what the server answered. */
export function createDecisions({ store, outbox, show, atOnce = false }: DecidingScreen) {
  /** Notes what happened to jokes. */
  function mark(ids: readonly number[], row: Row): void {
    const rows = new Map(store.getState().rows);
    for (const id of ids) rows.set(id, { ...rows.get(id), ...row });
    store.setState({ rows });
  }

  /** Shows and announces a notice. @param step what it is about, if that can be undone */
  function tell(notice: Notice, step?: Step): void {
    store.setState({ notice: { ...notice, step } });
    if (step) store.setState({ steps: [...store.getState().steps, step] });
    // A failure is an alert, which assistive technology reads by itself.
    if (notice.tone === 'done') announce(notice.text);
  }

  /** Replaces a step by what of it was made; undefined takes it away. */
  function amend({ key }: Step, made?: Step): void {
    const steps = store
      .getState()
      .steps.flatMap((each) => (each.key === key ? (made ?? []) : each));
    store.setState({ steps });
  }

  /** Shows a joke as the server says that it is now. @param joke null if it is gone */
  function showNow(id: number, joke: ModeratedJoke | null, because: Partial<Joke> = {}): void {
    const { status = 'deleted', ...content } = joke ?? {};
    if (status !== 'deleted') show(id, { ...content, status, ...because });
    mark([id], { deleted: status === 'deleted' });
  }

  /** Says why nothing was changed. */
  function refuse(ids: readonly number[], error: unknown, fallback?: string): void {
    const failure = messageOf(error, fallback);
    const joke = error instanceof ApiError ? error.joke : undefined;
    if (joke) showNow(joke.joke_id, joke);
    if (atOnce) mark(ids, { failure });
    else tell({ tone: 'failed', text: `Error: ${failure}` });
  }

  /** Shows what the server answered about a change. */
  function settle({ action, reason, items }: Change, { results }: ChangeReceipt): void {
    for (const [index, { joke_id, joke, error }] of results.entries()) {
      const { status, duplicate_of } = items[index]?.patch ?? {};
      const because = { reject_reason: status === 'rejected' ? reason : undefined, duplicate_of };
      if (error !== undefined) showNow(joke_id, joke);
      else if (!atOnce || action === 'edit') showNow(joke_id, joke, status && because);
      // The notice says why the only one failed.
      const failure = atOnce || results.length > 1 ? error : undefined;
      mark([joke_id], { failure, kept: action === 'keep' && error === undefined });
    }
  }

  /** Makes a change. */
  async function make(change: Change, options: ChangeOptions = {}): Promise<void> {
    const { jokes = [], onDone, onLate } = options;
    const { action, items, reason } = change;
    const ids = items.map(({ joke_id }) => joke_id);
    // What can't be undone is confirmed by the answer.
    const isErasure = reason === PERSONAL_DATA;
    const isTold = atOnce && !isErasure;
    if (isTold) tell({ tone: 'done', text: decidedText(change, jokes) }, change);
    mark(ids, { task: action, failure: undefined });
    if (atOnce && isErasure) mark(ids, { deleted: true });
    try {
      const receipt = await outbox.send(change);
      if (!receipt) return;
      const { change_id, results } = receipt;
      const failed = results.filter(({ error }) => error !== undefined);
      const made = items.filter(({ joke_id }) => !failed.some((each) => each.joke_id === joke_id));
      if (made.length > 0) onDone?.(made.length);
      settle(change, receipt);
      if (failed.some(({ joke }) => joke?.status !== 'pending')) onLate?.();
      const step = change_id === null || isErasure ? undefined : { ...change, items: made };
      if (isTold) amend(change, step);
      else if (!atOnce || made.length > 0) tell(noticeOf(change, receipt), step);
    } catch (error) {
      if (atOnce) mark(ids, { deleted: false });
      amend(change);
      refuse(ids, error, FAILED[action]);
    } finally {
      mark(ids, { task: undefined });
    }
  }

  /** Undoes a step. */
  async function undo(step: Step): Promise<void> {
    const ids = step.items.map(({ joke_id }) => joke_id);
    if (atOnce) amend(step);
    else tell({ tone: 'busy', text: 'Undoing…' });
    if (step.action === 'skip') return;
    mark(ids, { task: 'undo', failure: undefined });
    try {
      const { results } = (await outbox.undo(step)) ?? { results: [] };
      for (const result of results) {
        showNow(result.joke_id, result.joke);
        // The notice says what was left of the only one.
        const failure = atOnce || results.length > 1 ? leftText(result) : undefined;
        mark([result.joke_id], { failure, kept: false });
      }
      if (!atOnce) tell(undoNotice(step.action, results, true));
    } catch (error) {
      refuse(ids, error);
    } finally {
      amend(step);
      mark(ids, { task: undefined });
    }
  }

  /** Shows a joke that was edited. */
  function saved(change: Change, receipt: ChangeReceipt): void {
    settle(change, receipt);
    tell(noticeOf(change, receipt), receipt.change_id === null ? undefined : change);
  }

  return { mark, tell, amend, showNow, make, undo, saved };
}
