import { useQueryClient } from '@tanstack/react-query';
import { ApiError, type Joke, type Moderation, type RejectReason } from 'functions/contract';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { announce } from '../../stores/announcement.ts';
import {
  adminCounts,
  countDecidedReports,
  currentJoke,
  updateCounts,
  updateJoke,
} from './moderation-queries.ts';
import {
  FAILED,
  keepNotice,
  noticeOf,
  savedText,
  undoneText,
  undoNotice,
  UNKNOWN_FAILURE,
  type Notice,
} from './notices.ts';
import { decisionOf, expectationOf, type Change, type SavedEdit, type SeenJoke } from './outbox.ts';
import { useOutbox } from './use-outbox.ts';

/** What happened to a row since the list was loaded. */
export interface RowState {
  /** what is running; all buttons of the row are disabled meanwhile */
  task?: Moderation['action'] | 'delete' | 'undo' | 'keep' | undefined;
  /** what was changed here, the latest last */
  changes: readonly Change[];
  deleted: boolean;
  /** whether its reports were dismissed */
  kept?: boolean;
  /** why the last decision changed nothing */
  failure?: string | undefined;
}

interface DecisionOptions {
  reason?: RejectReason | undefined;
  /** Called when anything is decided, before the rows change. */
  onDone?: () => void;
}

const UNTOUCHED: RowState = { changes: [], deleted: false };

/** Whether a call failed because there is no such joke or log entry. */
function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

/**
 * Decides about the jokes of a list, which keep their places: answers update the rows and the counts,
 * and no list is requested.
 */
export function useDecisions() {
  const client = useQueryClient();
  const outbox = useOutbox();
  const [rows, setRows] = useState<ReadonlyMap<number, RowState>>(new Map());
  const [last, setLast] = useState<{ notice: Notice; changes: readonly Change[] }>();

  function change(ids: readonly number[], to: (row: RowState) => Partial<RowState>): void {
    setRows((before) => {
      const after = new Map(before);
      for (const id of ids) {
        const row = after.get(id) ?? UNTOUCHED;
        after.set(id, { ...row, ...to(row) });
      }
      return after;
    });
  }

  /** Shows and announces a notice. @param changes what its Undo undoes */
  function show(notice: Notice, changes: readonly Change[] = []): void {
    setLast({ notice, changes });
    // A failure is an alert, which assistive technology reads by itself.
    if (notice.tone === 'done') announce(notice.text);
    for (const each of changes) {
      change([each.joke_id], (row) => ({ changes: [...row.changes, each] }));
    }
  }

  /** Runs what changes rows, and shows why it was refused and the joke as it is now if it has changed. */
  async function during(
    ids: readonly number[],
    task: RowState['task'],
    run: () => Promise<void>,
    fallback: string = UNKNOWN_FAILURE,
  ): Promise<void> {
    change(ids, () => ({ task, failure: undefined }));
    try {
      await run();
    } catch (error) {
      const failure = messageOf(error, fallback);
      show({ tone: 'failed', text: `Error: ${failure}` });
      if (isGone(error)) change(ids, () => ({ deleted: true }));
      const joke = error instanceof ApiError ? error.joke : undefined;
      if (joke) {
        updateJoke(client, joke.joke_id, joke);
        change(ids, () => ({ failure }));
      }
    } finally {
      change(ids, () => ({ task: undefined }));
    }
  }

  /** Shows a joke as it is now, after an answer that it isn't what it seems. */
  async function reload(id: number): Promise<void> {
    try {
      const joke = await currentJoke(id);
      if (joke) updateJoke(client, id, { image_outdated: false, ...joke });
      else change([id], () => ({ deleted: true }));
    } catch {
      // The row stays as it was.
    }
  }

  function decide(
    action: Moderation['action'],
    jokes: readonly SeenJoke[],
    { reason, onDone }: DecisionOptions = {},
  ): Promise<void> {
    const decisions = jokes.map((joke) => decisionOf(joke, { action, ...(reason && { reason }) }));
    const ids = decisions.map(({ joke_id }) => joke_id);
    const send = async () => {
      const answers = await Promise.all(decisions.map((decision) => outbox.decide(decision)));
      const results = answers.filter((answer) => answer !== undefined);
      if (results.some(({ error }) => error === undefined)) onDone?.();
      for (const { joke_id, status, error, joke } of results) {
        if (status) updateJoke(client, joke_id, joke ?? { status });
        change([joke_id], ({ deleted }) => ({
          deleted: deleted || status === null,
          failure: error,
        }));
      }
      const made = decisions.filter((_, index) => answers[index]?.made);
      show(noticeOf(action, results), made);
    };
    return during(ids, action, send, FAILED[action]);
  }

  function remove(joke: Joke, { onDone }: DecisionOptions = {}): Promise<void> {
    const id = joke.joke_id;
    return during([id], 'delete', async () => {
      const input = { params: { id }, query: expectationOf(joke) };
      const { totals } = await outbox.once(() => call('deleteJoke', input));
      onDone?.();
      updateCounts(client, totals);
      change([id], () => ({ deleted: true, changes: [] }));
      show({ tone: 'done', text: `Deleted fact no. ${id}.` });
    });
  }

  function keep(jokes: readonly Joke[], { onDone }: DecisionOptions = {}): Promise<void> {
    const joke_ids = jokes.map(({ joke_id }) => joke_id);
    return during(joke_ids, 'keep', async () => {
      const { results } = await outbox.once(() => call('keepJokes', { body: { joke_ids } }));
      const failed = results.filter(({ error }) => error !== undefined).map((each) => each.joke_id);
      const kept = joke_ids.filter((id) => !failed.includes(id));
      await Promise.all(failed.map(reload));
      if (kept.length > 0) onDone?.();
      countDecidedReports(client, kept.length);
      change(kept, () => ({ kept: true }));
      show(keepNotice(results));
    });
  }

  /** Undoes one change. Returns what confirms it; undefined if the joke has changed since. */
  async function undoOne(undone: Change): Promise<string | undefined> {
    const id = undone.joke_id;
    try {
      const receipt = await outbox.undo(undone);
      if (!receipt) return undefined;
      const { status, joke_text, text_hash } = receipt;
      updateJoke(client, id, { status, joke_text, text_hash });
      return undoneText(receipt, !('action' in undone));
    } catch (error) {
      if (!isGone(error) && !(error instanceof ApiError && error.code === 'conflict')) throw error;
      await reload(id);
      const failure = 'This fact changed, so the decision can’t be undone.';
      change([id], () => ({ failure }));
      return undefined;
    }
  }

  function undo(changes: readonly Change[]): Promise<void> {
    const count = changes.length;
    const ids = changes.map(({ joke_id }) => joke_id);
    return during(ids, 'undo', async () => {
      const texts: (string | undefined)[] = [];
      for (const each of changes) {
        const progress = count === 1 ? '' : ` ${texts.length + 1} of ${count}`;
        show({ tone: 'busy', text: `Undoing${progress}…` });
        texts.push(await undoOne(each));
        change([each.joke_id], (row) => ({
          changes: row.changes.filter((other) => other !== each),
          task: undefined,
        }));
      }
      show(undoNotice(changes, texts));
      // Undoing a rejection brings its reports back.
      void client.invalidateQueries({ queryKey: adminCounts.queryKey });
    });
  }

  /** Shows a joke whose text was edited. */
  function saved({ joke, change: edit }: SavedEdit): void {
    updateJoke(client, joke.joke_id, joke);
    show({ tone: 'done', text: savedText(joke, edit !== undefined) }, edit && [edit]);
  }

  return {
    /** What happened to a joke's row. */
    rowOf: (id: number) => rows.get(id) ?? UNTOUCHED,
    /** The last notice, and what undoes the decisions that it is about. */
    toast: {
      notice: last?.notice,
      onUndo: last && last.changes.length > 0 ? () => void undo(last.changes) : undefined,
    },
    /** Approves or rejects jokes. */
    decide,
    /** Deletes a joke. Its row stays. */
    remove,
    /** Dismisses the reports of jokes, in one request. */
    keep,
    /** Undoes changes, one after the other. */
    undo,
    saved,
    /** Forgets what happened to the rows of the list before. */
    forget: () => setRows(new Map()),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
