import { useQueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { limits } from 'functions/domain';
import { useState } from 'react';
import { create } from 'zustand';
import type { Change } from './changes.ts';
import { createDecisions, UNDECIDED, type Decided, type Row } from './decisions.ts';
import { adminCounts, countDecidedReports, updateJoke } from './moderation-queries.ts';
import { keepNotice, noticeOf, quote, tagNotice, undoNotice } from './notices.ts';
import type { TagChange } from './tags/tags-dialog.tsx';
import { useOutbox } from './use-outbox.ts';

/** What happened to a row of the list, and its latest change that can be undone. */
export interface RowState extends Row {
  change: Change | undefined;
}

/**
 * Decides about the jokes of a list, which keep their places: answers update the rows and the counts,
 * and no list is requested.
 */
export function useDecisions() {
  const client = useQueryClient();
  const outbox = useOutbox();
  const [useDecided] = useState(() => create<Decided>()(() => UNDECIDED));
  const { rows, steps, notice } = useDecided();
  const { mark, tell, during, reload, decide, undo, saved } = createDecisions({
    store: useDecided,
    outbox,
    show: (id, fields) => updateJoke(client, id, fields),
    sums: { decided: noticeOf, undone: undoNotice },
  });
  const undoStep = async (step: readonly Change[]) => {
    await undo(step);
    // Undoing a rejection, deletion or dismissal brings reports back.
    await client.invalidateQueries({ queryKey: adminCounts.queryKey });
  };

  /** Deletes a joke, which can be undone. Its row stays. @param onDone is called before the row changes */
  function remove(joke: Joke, onDone: () => void): Promise<void> {
    const id = joke.joke_id;
    return during([id], 'delete', async () => {
      const removal = await outbox.remove(joke);
      onDone();
      mark([id], { deleted: true });
      const text = `Deleted fact no. ${id}. ${quote(joke.joke_text)} The log keeps it for ${limits.restorableDays} days.`;
      tell({ tone: 'done', text }, [removal]);
    });
  }

  /** Dismisses the reports of jokes, in one request. @param onDone is called before the rows change */
  function keep(jokes: readonly Joke[], onDone: () => void): Promise<void> {
    const joke_ids = jokes.map(({ joke_id }) => joke_id);
    return during(joke_ids, 'keep', async () => {
      const { results, kept: step } = await outbox.keep(joke_ids);
      const failures = results.filter(({ error }) => error !== undefined);
      const failed = failures.map(({ joke_id }) => joke_id);
      const kept = joke_ids.filter((id) => !failed.includes(id));
      await Promise.all(failed.map(reload));
      if (kept.length > 0) onDone();
      countDecidedReports(client, kept.length);
      mark(kept, { kept: true });
      tell(keepNotice(results), step);
    });
  }

  /** Changes the tags of jokes, and whether they are for children, in one request. @param onDone is called before the rows change */
  function retag(jokes: readonly Joke[], change: TagChange, onDone: () => void): Promise<void> {
    const ids = jokes.map(({ joke_id }) => joke_id);
    return during(ids, 'tag', async () => {
      const changes = jokes.map(({ joke_id, text_hash }) => ({ joke_id, text_hash, ...change }));
      const { results, edits } = await outbox.retag(jokes, changes);
      if (results.some(({ error }) => error === undefined)) onDone();
      for (const { joke_id, tags, safe, error } of results) {
        if (tags !== null && safe !== null) updateJoke(client, joke_id, { tags, safe });
        mark([joke_id], { failure: error, deleted: tags === null });
      }
      tell(tagNotice(results), edits);
    });
  }

  return {
    /** What happened to a joke's row. */
    rowOf: (id: number): RowState => ({
      ...rows.get(id),
      change: steps.flat().findLast(({ joke_id }) => joke_id === id),
    }),

    /** The last notice, and what undoes the decisions that it is about. */
    toast: {
      notice,
      onUndo: notice && notice.step.length > 0 ? () => void undoStep(notice.step) : undefined,
    },

    decide,
    undo: undoStep,
    /** Undoes the latest step, if there is one. */
    undoLatest(): void {
      const step = steps.at(-1);
      if (step) void undoStep(step);
    },
    saved,
    remove,
    keep,
    retag,

    /** Forgets what happened to the rows of the list before. */
    forget: () => useDecided.setState({ rows: UNDECIDED.rows, steps: [] }),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
