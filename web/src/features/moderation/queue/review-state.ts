import type { Joke, ModeratedSimilarJoke, QueueEntry, Totals } from 'functions/contract';
import { DONE } from '../decisions.ts';
import type { Decision } from './outbox.ts';

/** The state of a fact in this visit. */
export type Outcome = 'approve' | 'reject' | 'skip';

/** What the moderator did in one go, which is undone in one go. */
type Step =
  | { kind: 'decide'; decisions: readonly Decision[] }
  | { kind: 'skip'; joke_id: number }
  | { kind: 'edit'; joke_id: number; before: FactText; after: FactText; audit_id: string };

/** The text of a fact, and what names it in a decision. */
export type FactText = Pick<Joke, 'joke_text' | 'text_hash'>;

/** Something about a fact that the moderator must know, until it is dismissed. */
interface Notice {
  joke_id: number;
  text: string;
}

export interface ReviewState {
  /** The loaded facts, oldest first. */
  entries: readonly QueueEntry[];
  outcomes: Readonly<Record<number, Outcome>>;
  /** The fact that is reviewed next although others are older, such as one that was brought back. */
  pinned: number | null;
  /** How many facts were pending when the visit began; undefined before the first page. */
  total: number | undefined;
  /** `after` for the next page; null at the end. */
  next: number | null;
  loading: boolean;
  /** why the latest page could not be loaded */
  loadError: unknown;
  steps: readonly Step[];
  /** The latest confirmation, such as 'Approved fact no. 5.'. */
  status: string;
  notices: readonly Notice[];
  /** How many decisions are not confirmed by the server yet. */
  unsent: number;
  /** Why the latest attempt to send them failed. */
  problem: unknown;
  /** How many facts have each status, by the latest answer. */
  totals: Totals | undefined;
}

/** The state when a visit begins. */
export const BEGINNING: ReviewState = {
  entries: [],
  outcomes: {},
  pinned: null,
  total: undefined,
  next: 0,
  loading: false,
  loadError: undefined,
  steps: [],
  status: '',
  notices: [],
  unsent: 0,
  problem: undefined,
  totals: undefined,
};

/** The facts that are still to be reviewed, the current one first. */
export function facing({ entries, outcomes, pinned }: ReviewState): QueueEntry[] {
  const open = entries.filter(({ joke }) => outcomes[joke.joke_id] === undefined);
  const first = open.find(({ joke }) => joke.joke_id === pinned);
  return first ? [first, ...open.filter((entry) => entry !== first)] : open;
}

/** The number of facts with an outcome, which is the number of facts before the current one. */
export function countOf({ outcomes }: ReviewState, outcome?: Outcome): number {
  const all = Object.values(outcomes);
  return outcome === undefined ? all.length : all.filter((each) => each === outcome).length;
}

/** From this similarity on, a fact is offered as a duplicate: what people call one has at least this. */
const DUPLICATE = 0.65;

/**
 * The pending facts that can be rejected as duplicates of a published one at once: the fact itself and
 * the pending ones like it. Empty if none of the similar facts is published or pending.
 */
export function duplicatesOf(
  { joke, similar }: QueueEntry,
  { outcomes }: ReviewState,
): {
  original: ModeratedSimilarJoke | undefined;
  duplicates: Pick<Joke, 'joke_id' | 'text_hash'>[];
} {
  const close = similar.filter(({ similarity }) => similarity >= DUPLICATE);
  const original = close.find(({ status }) => status === 'approved');
  const alike = close.filter(
    ({ joke_id, status }) => status === 'pending' && outcomes[joke_id] === undefined,
  );
  return { original, duplicates: original && alike.length > 0 ? [joke, ...alike] : [] };
}

/** What confirms decisions that were made in one go, such as 'Approved fact no. 5.'. */
export function confirmationOf(decisions: readonly Decision[]): string {
  const [first] = decisions;
  if (!first) return '';
  return decisions.length === 1
    ? `${DONE[first.action]} fact no. ${first.joke_id}.`
    : `${DONE[first.action]} ${decisions.length} facts.`;
}
