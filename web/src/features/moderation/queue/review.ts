import type { Moderation, RejectReason } from 'functions/contract';
import { limits } from 'functions/domain';
import { create } from 'zustand';
import { call } from '../../../api/call.ts';
import { messageOf } from '../../../api/failure.ts';
import { announce } from '../../../stores/announcement.ts';
import { countFacts, doneText, savedText, undoneText, UNKNOWN_FAILURE } from '../notices.ts';
import {
  decisionOf,
  type Change,
  type Decision,
  type DecisionResult,
  type Outbox,
  type SavedEdit,
  type SeenJoke,
} from '../outbox.ts';
import { useOutbox } from '../use-outbox.ts';
import { BEGINNING, facing, type FactText, type ReviewState } from './review-state.ts';

const loadPage = (after: number) =>
  call('getQueue', { query: { after, limit: limits.queueMaxPageSize } });

export type Review = ReturnType<typeof createReview>;

/**
 * A review of the queue. Decisions take effect on screen at once and are sent in order behind it. What
 * the server refuses is brought back after the current fact, which never changes on its own.
 */
function createReview(outbox: Outbox) {
  const useReview = create<ReviewState>()(() => BEGINNING);
  const get = useReview.getState;
  const set = useReview.setState;

  function confirm(status: string): void {
    set({ status });
    announce(status);
  }

  function notify(jokeId: number, text: string): void {
    const others = get().notices.filter(({ joke_id }) => joke_id !== jokeId);
    set({ notices: [...others, { joke_id: jokeId, text }] });
  }

  function forget(decision: Decision): void {
    const without = get().steps.map((step) =>
      step.kind === 'decide'
        ? { ...step, decisions: step.decisions.filter((each) => each !== decision) }
        : step,
    );
    set({ steps: without.filter((step) => step.kind !== 'decide' || step.decisions.length > 0) });
  }

  /** Takes outcomes away, so that these facts are reviewed again. */
  function reopen(ids: readonly number[]): void {
    const left = Object.entries(get().outcomes).filter(([id]) => !ids.includes(Number(id)));
    set({ outcomes: Object.fromEntries(left) });
  }

  /** Handles what the server answered about a decision. */
  function settle(decision: Decision, { made, error, status, joke }: DecisionResult): void {
    if (joke) showText(decision.joke_id, joke);
    if (error !== undefined && status === 'pending') return bringBack(decision, error);
    if (made) return;
    forget(decision);
    notify(decision.joke_id, error ?? `Another moderator already ${status} it.`);
  }

  function bringBack(decision: Decision, reason: string): void {
    const { joke_id } = decision;
    forget(decision);
    set({ pinned: facing(get())[0]?.joke.joke_id ?? null });
    reopen([joke_id]);
    notify(joke_id, `${reason} It’s back in the queue.`);
  }

  function showText(jokeId: number, { joke_text, text_hash }: FactText): void {
    const entries = get().entries.map((entry) =>
      entry.joke.joke_id === jokeId
        ? { ...entry, joke: { ...entry.joke, joke_text, text_hash } }
        : entry,
    );
    set({ entries });
  }

  async function send(decision: Decision): Promise<void> {
    try {
      const result = await outbox.decide(decision);
      if (result) settle(decision, result);
    } catch (error) {
      bringBack(decision, messageOf(error, UNKNOWN_FAILURE));
    }
  }

  async function takeBack(change: Change, onRefused?: () => void): Promise<void> {
    try {
      await outbox.undo(change);
    } catch (error) {
      onRefused?.();
      notify(change.joke_id, messageOf(error, UNKNOWN_FAILURE));
    }
  }

  async function load(): Promise<void> {
    const { next, loading } = get();
    if (next === null || loading) return;
    set({ loading: true, loadError: undefined });
    try {
      const page = await loadPage(next);
      const { entries, total } = get();
      const added = page.entries.filter(
        ({ joke }) => !entries.some((entry) => entry.joke.joke_id === joke.joke_id),
      );
      set({
        entries: [...entries, ...added],
        // Facts that were submitted since the visit began make it longer.
        total: Math.max(total ?? page.total, entries.length + added.length),
        next: page.next,
        loading: false,
      });
      prepare();
    } catch (loadError) {
      set({ loading: false, loadError });
    }
  }

  /** Loads the next page before it is needed: when less than a page is left. */
  function prepare(): void {
    if (facing(get()).length < limits.queueMaxPageSize) void load();
  }

  function decideAbout(
    facts: readonly SeenJoke[],
    why: Pick<Moderation, 'action' | 'reason'>,
  ): void {
    const { outcomes, steps } = get();
    const decisions = facts.map((fact) => decisionOf(fact, why));
    const decided = decisions.map(({ joke_id, action }) => [joke_id, action] as const);
    set({
      outcomes: { ...outcomes, ...Object.fromEntries(decided) },
      steps: [...steps, { kind: 'decide', decisions }],
      pinned: null,
    });
    confirm(doneText(why.action, decisions));
    for (const decision of decisions) void send(decision);
    prepare();
  }

  return {
    useReview,

    /** Starts a visit. One whose decisions are not all sent goes on. */
    begin(): void {
      if (outbox.useStatus.getState().unsent === 0) set(BEGINNING);
      prepare();
    },

    /** Decides about the current fact. */
    decide(action: Decision['action'], reason?: RejectReason): void {
      const [current] = facing(get());
      if (current) decideAbout([current.joke], { action, ...(reason && { reason }) });
    },

    /** Rejects several pending facts as duplicates. */
    rejectDuplicates(facts: readonly SeenJoke[]): void {
      decideAbout(facts, { action: 'reject', reason: 'duplicate' });
    },

    /** Leaves the current fact for later. */
    skip(): void {
      const [current] = facing(get());
      if (!current) return;
      const { joke_id } = current.joke;
      const { outcomes, steps } = get();
      set({
        outcomes: { ...outcomes, [joke_id]: 'skip' },
        steps: [...steps, { kind: 'skip', joke_id }],
        pinned: null,
      });
      confirm(`Skipped fact no. ${joke_id}.`);
      prepare();
    },

    /** Shows the text of a fact as it is now. */
    showText,

    /** Shows a fact whose text was edited, and keeps it the current one. */
    saved({ joke: after, change }: SavedEdit): void {
      const { joke_id } = after;
      const before = get().entries.find(({ joke }) => joke.joke_id === joke_id)?.joke;
      showText(joke_id, after);
      if (change && before) {
        const step = { kind: 'edit', joke_id, before, after, change } as const;
        set({ steps: [...get().steps, step], pinned: joke_id });
      }
      confirm(savedText(after, change !== undefined));
    },

    /** Undoes the latest step of this visit and makes its fact the current one. */
    undo(): void {
      const { steps } = get();
      const step = steps.at(-1);
      if (!step) return;
      set({ steps: steps.slice(0, -1) });
      if (step.kind === 'decide') {
        const [first] = step.decisions;
        if (!first) return;
        for (const decision of step.decisions) void takeBack(decision);
        reopen(step.decisions.map(({ joke_id }) => joke_id));
        set({ pinned: first.joke_id });
        const count = step.decisions.length;
        const are = count === 1 ? `Fact no. ${first.joke_id} is` : `${countFacts(count)} are`;
        return confirm(`Undone. ${are} pending.`);
      }
      const { joke_id } = step;
      set({ pinned: joke_id });
      if (step.kind === 'skip') {
        reopen([joke_id]);
        return confirm(`Fact no. ${joke_id} is back.`);
      }
      const { before, after, change } = step;
      showText(joke_id, before);
      void takeBack(change, () => showText(joke_id, after));
      confirm(undoneText({ joke_id, status: 'pending' }, true));
    },

    /** Offers the skipped facts again. */
    reviewSkipped(): void {
      const { outcomes, steps } = get();
      const skipped = Object.keys(outcomes).map(Number);
      reopen(skipped.filter((id) => outcomes[id] === 'skip'));
      set({ steps: steps.filter(({ kind }) => kind !== 'skip') });
      confirm('These are the facts that you skipped.');
    },

    /** Looks for facts that were submitted since. */
    lookAgain(): void {
      const last = get().entries.at(-1)?.joke.joke_id ?? 0;
      set({ next: last });
      void load();
    },

    dismiss(jokeId: number): void {
      set({ notices: get().notices.filter(({ joke_id }) => joke_id !== jokeId) });
    },

    /** Loads again after a failure. */
    load: () => void load(),
  };
}

const reviews = new WeakMap<Outbox, Review>();

/** The review of the page: what it does, and its state. A visit outlives the screen while it has unsent decisions. */
export function useReview(): [Review, ReviewState] {
  const outbox = useOutbox();
  const review = reviews.get(outbox) ?? createReview(outbox);
  reviews.set(outbox, review);
  return [review, review.useReview()];
}
