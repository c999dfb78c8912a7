import { useQueryClient } from '@tanstack/react-query';
import type { Joke, ModerationResults, RejectReason } from 'functions/contract';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { messageOf } from '../../api/failure.ts';
import { undoneText, useNotice } from './decision-toast.tsx';
import {
  changedJoke,
  expectationOf,
  FAILED,
  isGone,
  isTooLate,
  keepNotice,
  noticeOf,
  sendDecisions,
  undoNotice,
  type Decided,
  type SeenJoke,
  type Verdict,
} from './decisions.ts';
import {
  adminCounts,
  currentJoke,
  shownJoke,
  UNKNOWN_FAILURE,
  updateCounts,
  updateJoke,
} from './moderation-queries.ts';

/** What happened to a row since the list was loaded. */
export interface RowState {
  /** what is running; all buttons of the row are disabled meanwhile */
  task?: Verdict | 'delete' | 'undo' | 'keep' | undefined;
  /** the log entries of what was decided here, the latest last */
  entries: readonly string[];
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

const UNTOUCHED: RowState = { entries: [], deleted: false };

/**
 * Decides about the jokes of a list, which keep their places: answers update the rows and the counts,
 * and no list is requested.
 */
export function useDecisions() {
  const client = useQueryClient();
  const [rows, setRows] = useState<ReadonlyMap<number, RowState>>(new Map());
  const [notice, show] = useNotice();

  const change = (ids: readonly number[], to: (row: RowState) => Partial<RowState>) =>
    setRows((before) => {
      const after = new Map(before);
      for (const id of ids) {
        const row = after.get(id) ?? UNTOUCHED;
        after.set(id, { ...row, ...to(row) });
      }
      return after;
    });
  const start = (ids: readonly number[], task: RowState['task']) =>
    change(ids, () => ({ task, failure: undefined }));
  const remember = (decided: readonly Decided[]) => {
    for (const { joke_id, audit_id } of decided) {
      change([joke_id], ({ entries }) => ({ entries: [...entries, audit_id] }));
    }
    return decided.length === 0 ? undefined : () => void undo(decided);
  };
  const fail = (error: unknown, fallback: string) =>
    show({ tone: 'failed', text: `Error: ${messageOf(error, fallback)}` });

  /** Shows why a decision was refused, and the joke as it is now if it has changed. */
  function refuse(ids: readonly number[], error: unknown, fallback: string): void {
    fail(error, fallback);
    if (isGone(error)) change(ids, () => ({ deleted: true }));
    const joke = changedJoke(error);
    if (!joke) return;
    updateJoke(client, joke.joke_id, joke);
    change(ids, () => ({ failure: messageOf(error, fallback) }));
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

  function apply({ results, totals }: ModerationResults): Decided[] {
    updateCounts(client, totals);
    return results.flatMap(({ joke_id, status, audit_id, error, joke }) => {
      if (status) updateJoke(client, joke_id, joke ?? { status });
      change([joke_id], ({ deleted }) => ({ deleted: deleted || status === null, failure: error }));
      return audit_id === null ? [] : [{ joke_id, audit_id }];
    });
  }

  async function decide(
    action: Verdict,
    jokes: readonly SeenJoke[],
    { reason, onDone }: DecisionOptions = {},
  ): Promise<void> {
    const ids = jokes.map(({ joke_id: id }) => id);
    start(ids, action);
    try {
      const answer = await sendDecisions(action, jokes, reason);
      if (answer.results.some(({ error }) => error === undefined)) onDone?.();
      show({ ...noticeOf(action, answer), undo: remember(apply(answer)) });
    } catch (error) {
      refuse(ids, error, FAILED[action]);
    } finally {
      change(ids, () => ({ task: undefined }));
    }
  }

  async function remove(joke: Joke, { onDone }: DecisionOptions = {}): Promise<void> {
    const id = joke.joke_id;
    start([id], 'delete');
    try {
      const input = { params: { id }, query: expectationOf(joke) };
      const { totals } = await call('deleteJoke', input);
      onDone?.();
      updateCounts(client, totals);
      change([id], () => ({ deleted: true, entries: [] }));
      show({ tone: 'done', text: `Deleted fact no. ${id}.` });
    } catch (error) {
      refuse([id], error, UNKNOWN_FAILURE);
    } finally {
      change([id], () => ({ task: undefined }));
    }
  }

  async function keep(
    jokes: readonly Joke[],
    onDone: (kept: readonly number[]) => void,
  ): Promise<void> {
    const ids = jokes.map(({ joke_id: id }) => id);
    start(ids, 'keep');
    try {
      const { results } = await call('keepJokes', { body: { joke_ids: ids } });
      const failed = results.filter(({ error }) => error !== undefined);
      const kept = ids.filter((id) => failed.every(({ joke_id }) => joke_id !== id));
      await Promise.all(failed.map(({ joke_id: id }) => reload(id)));
      onDone(kept);
      change(kept, () => ({ kept: true }));
      show(keepNotice(results));
    } catch (error) {
      fail(error, UNKNOWN_FAILURE);
    } finally {
      change(ids, () => ({ task: undefined }));
    }
  }

  /** Undoes one decision. Returns the joke's notice, or nothing if it can no longer be undone. */
  async function undoOne({ joke_id: id, audit_id }: Decided): Promise<string | undefined> {
    try {
      const before = shownJoke(client, id);
      const receipt = await call('undoModeration', { params: { audit_id } });
      const { totals, ...joke } = receipt;
      updateCounts(client, totals);
      updateJoke(client, id, joke);
      return undoneText(before ?? receipt, receipt);
    } catch (error) {
      if (!isTooLate(error)) throw error;
      await reload(id);
      change([id], () => ({ failure: 'This fact changed, so the decision can’t be undone.' }));
      return undefined;
    }
  }

  async function undo(decided: readonly Decided[]): Promise<void> {
    const ids = decided.map(({ joke_id: id }) => id);
    const texts: (string | undefined)[] = [];
    start(ids, 'undo');
    try {
      for (const each of decided) {
        const progress = decided.length === 1 ? '' : ` ${texts.length + 1} of ${decided.length}`;
        show({ tone: 'busy', text: `Undoing${progress}…` });
        texts.push(await undoOne(each));
        const isOther = (entry: string) => entry !== each.audit_id;
        change([each.joke_id], ({ entries }) => ({
          entries: entries.filter(isOther),
          task: undefined,
        }));
      }
      show(undoNotice(decided, texts));
      // Undoing a rejection brings its reports back.
      void client.invalidateQueries({ queryKey: adminCounts.queryKey });
    } catch (error) {
      const left = decided.slice(texts.length);
      const text = `Error: ${messageOf(error, UNKNOWN_FAILURE)}`;
      show({ tone: 'failed', text, undo: () => void undo(left) });
    } finally {
      change(ids, () => ({ task: undefined }));
    }
  }

  return {
    /** What happened to a joke's row. */
    rowOf: (id: number) => rows.get(id) ?? UNTOUCHED,
    notice,
    /** Approves or rejects jokes, several in one request. */
    decide,
    /** Deletes a joke. Its row stays. */
    remove,
    /** Dismisses the reports of jokes, in one request. `onDone` is called before the rows change. */
    keep,
    /** Undoes decisions, one after the other. */
    undo,
    /** Shows a joke whose text was edited. @param auditId the log entry, null if nothing was changed */
    saved: (joke: Joke, auditId: string | null) => {
      const id = joke.joke_id;
      updateJoke(client, id, joke);
      if (auditId === null) return show({ tone: 'done', text: `Fact no. ${id} is unchanged.` });
      const undoIt = remember([{ joke_id: id, audit_id: auditId }]);
      show({ tone: 'done', text: `Saved fact no. ${id}.`, undo: undoIt });
    },
    /** Forgets what happened to the rows of the list before; what is running goes on. */
    forget: () =>
      setRows(
        (before) =>
          new Map(
            Array.from(before, ([id, { task }]) => [id, { ...UNTOUCHED, task }] as const).filter(
              ([, { task }]) => task !== undefined,
            ),
          ),
      ),
  };
}
