import type { Joke, ModeratedSimilarJoke, QueueEntry } from 'functions/contract';
import type { Change, Decision, SeenJoke } from '../outbox.ts';

/** The moderator's decision on a fact in this visit. */
type Outcome = 'approve' | 'reject' | 'skip';

/** The text of a fact, and what names it in a decision. */
export type FactText = Pick<Joke, 'joke_text' | 'text_hash'>;

/** What the moderator did in one go, which is undone in one go. */
type Step =
  | { kind: 'decide'; decisions: readonly Decision[] }
  | { kind: 'skip'; joke_id: number }
  | { kind: 'edit'; joke_id: number; before: FactText; after: FactText; change: Change };

/** Something about a fact that the moderator must know, until it is dismissed. */
interface FactNotice {
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
  notices: readonly FactNotice[];
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
): { original: ModeratedSimilarJoke | undefined; duplicates: SeenJoke[] } {
  const close = similar.filter(({ similarity }) => similarity >= DUPLICATE);
  const original = close.find(({ status }) => status === 'approved');
  const alike = close.filter(
    ({ joke_id, status }) => status === 'pending' && outcomes[joke_id] === undefined,
  );
  return { original, duplicates: original && alike.length > 0 ? [joke, ...alike] : [] };
}
