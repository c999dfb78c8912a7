import {
  type Expectation,
  type Joke,
  type EndpointInput,
  type EndpointOutput,
  type RejectReason,
} from 'functions/contract';
import { limits } from 'functions/domain';
import { create } from 'zustand';
import { messageOf } from '../../../api/failure.ts';
import { changedJoke } from '../decisions.ts';
import { UNKNOWN_FAILURE } from '../moderation-queries.ts';
import { createOutbox, type Decision, type DecisionResult } from './outbox.ts';
import {
  BEGINNING,
  confirmationOf,
  facing,
  type FactText,
  type ReviewState,
} from './review-state.ts';

/** The calls that a review makes. */
export interface ReviewCalls {
  load: (after: number) => Promise<EndpointOutput<'getQueue'>>;
  moderate: (
    body: EndpointInput<'moderateJokes'>['body'],
  ) => Promise<EndpointOutput<'moderateJokes'>>;
  edit: (
    jokeId: number,
    body: EndpointInput<'editJoke'>['body'],
  ) => Promise<EndpointOutput<'editJoke'>>;
  undo: (auditId: string) => Promise<unknown>;
  /** The id of the log's latest entry about a joke. */
  latest: (jokeId: number) => Promise<string | undefined>;
  announce: (text: string) => void;
}

/**
 * A review of the queue. Decisions take effect on screen at once and are sent in order behind it. What
 * the server refuses is brought back after the current fact, which never changes on its own.
 */
export function createReview(calls: ReviewCalls) {
  /** The log's entry of each decision that this visit has made; null if its id was lost. */
  const audits = new Map<Decision, string | null>();

  const useReview = create<ReviewState>()(() => BEGINNING);
  const get = useReview.getState;
  const set = useReview.setState;

  const outbox = createOutbox({
    moderate: calls.moderate,
    onDecided: settle,
    onRefused: (decisions, error) => {
      for (const decision of decisions) bringBack(decision, messageOf(error, UNKNOWN_FAILURE));
    },
    onChange: (unsent, problem) => set({ unsent, problem }),
  });

  function confirm(status: string): void {
    set({ status });
    calls.announce(status);
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
  function settle(decision: Decision, result: DecisionResult, sentBefore: boolean): void {
    const { joke_id } = decision;
    const { audit_id, error, status, joke } = result;
    if (joke) showText(joke_id, joke);
    if (error !== undefined && status === 'pending') return bringBack(decision, error);
    // Without an entry in the log it was somebody else's, unless the answer to our own was lost.
    if (audit_id !== null || (error === undefined && sentBefore)) {
      audits.set(decision, audit_id);
      return;
    }
    forget(decision);
    notify(joke_id, error ?? `Another moderator already ${status} it.`);
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

  /** Undoes an entry of the log when it is its turn. @param auditId null to look it up */
  function undoLater(
    jokeId: number,
    auditIdOf: () => string | null | undefined,
    onRefused?: () => void,
  ): void {
    outbox.add({
      run: async () => {
        const known = auditIdOf();
        if (known === undefined) return;
        const auditId = known ?? (await calls.latest(jokeId));
        if (auditId !== undefined) await calls.undo(auditId);
      },
      onRefused: (error) => {
        onRefused?.();
        notify(jokeId, messageOf(error, UNKNOWN_FAILURE));
      },
    });
  }

  async function load(): Promise<void> {
    const { next, loading } = get();
    if (next === null || loading) return;
    set({ loading: true, loadError: undefined });
    try {
      const page = await calls.load(next);
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

  function decideAbout(decisions: readonly Decision[]): void {
    const { outcomes, steps } = get();
    const decided = decisions.map(({ joke_id, action }) => [joke_id, action] as const);
    set({
      outcomes: { ...outcomes, ...Object.fromEntries(decided) },
      steps: [...steps, { kind: 'decide', decisions }],
      pinned: null,
    });
    confirm(confirmationOf(decisions));
    outbox.add(...decisions);
    prepare();
  }

  return {
    useReview,

    /** Starts a visit. One whose decisions are not all sent goes on. */
    begin(): void {
      if (get().unsent === 0) {
        audits.clear();
        set(BEGINNING);
      }
      prepare();
    },

    /** Decides about the current fact. */
    decide(action: Decision['action'], reason?: RejectReason): void {
      const [current] = facing(get());
      if (!current) return;
      const { joke_id, text_hash } = current.joke;
      decideAbout([{ joke_id, text_hash, action, ...(reason && { reason }) }]);
    },

    /** Rejects several pending facts as duplicates. */
    rejectDuplicates(facts: readonly Pick<Joke, 'joke_id' | 'text_hash'>[]): void {
      const why = { action: 'reject', reason: 'duplicate' } as const;
      decideAbout(facts.map(({ joke_id, text_hash }) => ({ joke_id, text_hash, ...why })));
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

    /**
     * Changes the text of the current fact after what waits before it.
     * @param expected what the moderator saw
     * @throws {ApiError} after the first failure, because the typed text is still there
     */
    edit(joke_id: number, text: string, expected: Expectation): Promise<void> {
      return new Promise((resolve, reject) => {
        outbox.add({
          once: true,
          run: async () => {
            const after = await calls.edit(joke_id, { joke_text: text, expected });
            const before = get().entries.find(({ joke }) => joke.joke_id === joke_id)?.joke;
            const { audit_id } = after;
            showText(joke_id, after);
            if (audit_id !== null && before) {
              const step = { kind: 'edit', joke_id, before, after, audit_id } as const;
              set({ steps: [...get().steps, step], pinned: joke_id });
            }
            confirm(`Saved fact no. ${joke_id}.`);
            resolve();
          },
          onRefused: (error) => {
            const joke = changedJoke(error);
            if (joke) showText(joke_id, joke);
            reject(error);
          },
        });
      });
    },

    /** Undoes the latest step of this visit and makes its fact the current one. */
    undo(): void {
      const { steps } = get();
      const step = steps.at(-1);
      if (!step) return;
      set({ steps: steps.slice(0, -1) });
      if (step.kind === 'decide') {
        for (const decision of step.decisions) {
          if (!outbox.withdraw(decision)) undoLater(decision.joke_id, () => audits.get(decision));
        }
        reopen(step.decisions.map(({ joke_id }) => joke_id));
        set({ pinned: step.decisions[0]?.joke_id ?? null });
        const [first] = step.decisions;
        const count = step.decisions.length;
        const are = count === 1 ? `fact no. ${first?.joke_id} is` : `${count} facts are`;
        return confirm(`Undone: ${are} pending again.`);
      }
      set({ pinned: step.joke_id });
      if (step.kind === 'skip') {
        reopen([step.joke_id]);
        return confirm(`Fact no. ${step.joke_id} is back.`);
      }
      const { before, after, audit_id } = step;
      showText(step.joke_id, before);
      undoLater(
        step.joke_id,
        () => audit_id,
        () => showText(step.joke_id, after),
      );
      confirm(`Undone: fact no. ${step.joke_id} has its earlier text again.`);
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

    /** Tries again what has failed: loading, sending, or both. */
    retry(): void {
      outbox.retry();
      if (get().loadError !== undefined) void load();
    },

    /** Drops what was not sent and ends the visit. */
    end(): void {
      outbox.clear();
      audits.clear();
      set(BEGINNING);
    },
  };
}
