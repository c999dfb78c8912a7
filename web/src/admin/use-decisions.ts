import { useQueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { useState } from 'react';
import { create } from 'zustand';
import {
  itemOf,
  keepingOne,
  newChange,
  newDecision,
  type DecisionOptions,
  type ReadJoke,
  type Step,
} from './changes.ts';
import { createDecisions, UNDECIDED, type Decided, type Row } from './decisions.ts';
import { adminCounts, countDecidedReports, updateJoke } from './moderation-queries.ts';
import type { TagChange } from './tags/tags-dialog.tsx';
import { useOutbox } from './use-outbox.ts';

/** What happened to a row of the list, and its latest change if that is of no other row. */
export interface RowState extends Row {
  step: Step | undefined;
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
  const { make, undo, saved, showNow } = createDecisions({
    store: useDecided,
    outbox,
    show: (id, fields) => updateJoke(client, id, fields),
  });
  const undoStep = async (step: Step) => {
    await undo(step);
    // Undoing a rejection, deletion or dismissal brings reports back.
    await client.invalidateQueries({ queryKey: adminCounts.queryKey });
  };
  const undoOf = (step: Step | undefined) => step && (() => void undoStep(step));

  /** What happened to a joke's row. */
  function rowOf(id: number): RowState {
    const step = steps.findLast(({ items }) => items.some(({ joke_id }) => joke_id === id));
    return { ...rows.get(id), step: step?.items.length === 1 ? step : undefined };
  }

  /** Approves or rejects jokes. @param onDone is called before the rows change, as below */
  function decide(
    action: 'approve' | 'reject',
    jokes: readonly ReadJoke[],
    { onDone, ...options }: DecisionOptions & { onDone?: () => void } = {},
  ): Promise<void> {
    return make(newDecision(action, jokes, options), { ...(onDone && { onDone }) });
  }

  /** Approves a joke, and rejects others as its duplicates. */
  function keepOne(kept: ReadJoke, others: readonly ReadJoke[]): Promise<void> {
    return make(keepingOne(kept, others));
  }

  /** Deletes a joke, which can be undone. Its row stays. */
  function remove(joke: Joke, onDone: () => void): Promise<void> {
    return make(newChange('delete', [itemOf(joke, { status: 'deleted' })]), { onDone });
  }

  /** Dismisses the reports of jokes. */
  function keep(jokes: readonly Joke[], onDone: () => void): Promise<void> {
    const items = jokes.map((joke) => itemOf(joke, { reports: null }));
    const noteDone = (count: number) => {
      onDone();
      countDecidedReports(client, count);
    };
    return make(newChange('keep', items), { onDone: noteDone });
  }

  /** Changes the tags of jokes, and whether they are for children. */
  function retag(jokes: readonly Joke[], change: TagChange, onDone: () => void): Promise<void> {
    const items = jokes.map((joke) => itemOf(joke, change));
    return make(newChange('tag', items), { onDone });
  }

  return {
    rowOf,
    /** The last notice, and what undoes the change that it is about. */
    toast: { notice, onUndo: undoOf(notice?.step) },
    decide,
    keepOne,
    remove,
    keep,
    retag,
    saved,
    showNow,
    undo: undoStep,
    /** Undoes the latest step, if there is one. */
    undoLatest: () => undoOf(steps.at(-1))?.(),
    /** Forgets what happened to the rows of the list before. */
    forget: () => useDecided.setState({ rows: UNDECIDED.rows, steps: [] }),
  };
}

export type Decisions = ReturnType<typeof useDecisions>;
