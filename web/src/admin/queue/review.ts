import { countText } from '../../ui/format.ts';
import type {
  EndpointOutput,
  Joke,
  ModeratedSimilarJoke,
  RejectReason,
  Tagging,
} from 'functions/contract';
import { limits } from 'functions/domain';
import { create } from 'zustand';
import { call } from '../../api/call.ts';
import { useSession } from '../../stores/session.ts';
import { createDecisions } from '../decisions.ts';
import { itemOf, keepingOne, newDecision, type ReadJoke, type Step } from '../changes.ts';
import type { Outbox } from '../outbox.ts';
import { useOutbox } from '../use-outbox.ts';
import { BEGINNING, facing, type Visit } from './visit.ts';

/** What confirms that a step is undone. */
function takenBackText({ action, items }: Step): string {
  const [first, ...others] = items;
  if (others.length > 0) return `Undone. ${countText(items.length, 'fact')} are pending.`;
  const id = first?.joke_id ?? 0;
  if (action === 'skip') return `Fact no. ${id} is back.`;
  if (action === 'edit') return `Undone: restored the text of fact no. ${id}.`;
  return `Undone. Fact no. ${id} is pending.`;
}

/** How many facts are passed over after another moderator was faster. */
const PASSED_OVER = 20;

type Review = ReturnType<typeof createReview>;

/**
 * A review of the queue. Decisions take effect on screen at once and are sent in order behind it. What
 * the server refuses is brought back after the current fact.
 */
function createReview(outbox: Outbox) {
  const useReview = create<Visit>()(() => BEGINNING);
  const { getState: get, setState: set } = useReview;
  useSession.subscribe(({ left }) => {
    if (left) set(BEGINNING);
  });

  /** Shows a fact as it is now. */
  function show(jokeId: number, fields: Partial<Joke>): void {
    const entries = get().entries.map((entry) =>
      entry.joke.joke_id === jokeId ? { ...entry, joke: { ...entry.joke, ...fields } } : entry,
    );
    set({ entries });
  }

  const decisions = createDecisions({ store: useReview, outbox, show, atOnce: true });
  const { mark, tell, amend, make } = decisions;

  async function load(): Promise<void> {
    const { next: after, loading } = get();
    if (after === null || loading) return;
    set({ loading: true, loadError: undefined });
    try {
      const query = { after, limit: limits.queueMaxPageSize };
      const page: EndpointOutput<'getQueue'> = await call('getQueue', { query });
      const { entries, total, passedOver } = get();
      const known = new Set(entries.map(({ joke }) => joke.joke_id));
      const added = page.entries.filter(({ joke }) => !known.has(joke.joke_id));
      set({
        entries: [...entries, ...added],
        // Facts that were submitted since the visit began make it longer.
        total: Math.max(total ?? page.total, entries.length + added.length),
        next: page.next ?? (passedOver ? 0 : null),
        passedOver: passedOver && page.next !== null,
        loading: false,
      });
      prepare();
    } catch (loadError) {
      set({ loading: false, loadError });
    }
  }

  /** Keeps the current fact, and loads the next page before it is needed: when less than a page is left. */
  function prepare(): void {
    const ahead = facing(get());
    set({ pinned: ahead[0]?.joke.joke_id });
    if (ahead.length < limits.queueMaxPageSize) void load();
  }

  /**
   * Passes over the facts after the current one, because another moderator is reviewing them. Those that are
   * still pending come at the end.
   */
  function passOver(): void {
    const { entries, next } = get();
    const [, ...ahead] = facing(get());
    const passed = new Set(ahead.slice(0, Math.min(PASSED_OVER, ahead.length - 1)));
    if (passed.size === 0) return;
    const left = entries.filter((entry) => !passed.has(entry));
    set({ entries: left, next: next ?? 0, passedOver: next !== null });
    prepare();
  }

  return {
    useReview,

    /**
     * Starts a visit, or goes on with one that is not at its end or whose decisions are not all sent,
     * with the facts as they are now.
     */
    begin(): void {
      const { next, loading } = get();
      if (loading) return;
      const isAtEnd = next === null && facing(get()).length === 0;
      if (isAtEnd && outbox.useStatus.getState().unsent === 0) set(BEGINNING);
      else set({ entries: [], next: 0 });
      void load();
    },

    /**
     * Approves or rejects pending facts: one with what was chosen about its tags, or several.
     * @param twin the fact that duplicates repeat
     */
    decide(
      action: 'approve' | 'reject',
      facts: readonly ReadJoke[],
      reason?: RejectReason,
      twin?: Pick<ModeratedSimilarJoke, 'joke_id'>,
    ): void {
      const duplicate_of = reason === 'duplicate' ? twin?.joke_id : undefined;
      const [only] = facts;
      const tagging = only && facts.length === 1 ? get().taggings.get(only.joke_id) : undefined;
      const decision = newDecision(action, facts, { reason, duplicate_of, tagging });
      void make(decision, { jokes: facts, onLate: passOver });
      prepare();
    },

    /** Approves a pending fact with what was chosen about its tags, and rejects others as its duplicates. */
    keepOne(kept: ReadJoke, others: readonly ReadJoke[]): void {
      const tagging = get().taggings.get(kept.joke_id);
      void make(keepingOne(kept, others, tagging), { onLate: passOver });
      prepare();
    },

    /** Chooses the tags of a fact, or whether it is for children. */
    tag({ joke_id }: Joke, tagging: Tagging): void {
      const { taggings } = get();
      const chosen = { ...taggings.get(joke_id), ...tagging };
      set({ taggings: new Map(taggings).set(joke_id, chosen) });
    },

    /** Leaves a fact for later. */
    skip(joke: Joke): void {
      const text = `Skipped fact no. ${joke.joke_id}.`;
      const key = crypto.randomUUID();
      tell({ tone: 'done', text }, { key, action: 'skip', items: [itemOf(joke, {})] });
      prepare();
    },

    showNow: decisions.showNow,
    saved: decisions.saved,

    /** Undoes the latest step of this visit and makes its fact the current one. */
    undo(): void {
      const step = get().steps.at(-1);
      if (!step) return;
      const id = step.items[0]?.joke_id ?? 0;
      const undone = decisions.undo(step);
      tell({ tone: 'done', text: takenBackText(step) });
      set({ pinned: id });
      const isLoaded = get().entries.some(({ joke }) => joke.joke_id === id);
      if (isLoaded) return;
      // It was decided before this screen was opened: the facts are loaded again from this one on.
      void undone.then(() => {
        set({ next: id - 1, pinned: id });
        return load();
      });
    },

    /** Offers the skipped facts again. */
    reviewSkipped(): void {
      for (const step of get().steps) if (step.action === 'skip') amend(step);
      tell({ tone: 'done', text: 'These are the facts that you skipped.' });
      prepare();
    },

    /** Looks for facts that were submitted since. */
    lookAgain(): void {
      set({ next: 0 });
      void load();
    },

    /** Takes away what is said about a fact. */
    dismiss: (jokeId: number) => mark([jokeId], { failure: undefined }),

    /** Loads again after a failure. */
    load: () => void load(),
  };
}

const reviews = new WeakMap<Outbox, Review>();

/** The review of the page: what it does, and its state. A visit outlives the screen while it has unsent decisions. */
export function useReview(): [Review, Visit] {
  const outbox = useOutbox();
  const review = reviews.get(outbox) ?? createReview(outbox);
  reviews.set(outbox, review);
  return [review, review.useReview()];
}
