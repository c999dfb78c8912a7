import type {
  Expectation,
  Joke,
  Moderation,
  ModerationResults,
  RetaggingResults,
  Tagging,
} from 'functions/contract';

/** A joke as a moderator saw it. */
export type SeenJoke = Pick<Joke, 'joke_id' | 'status' | 'text_hash'>;

/** A joke whose text a moderator saw. */
export type ReadJoke = SeenJoke & Pick<Joke, 'joke_text'>;

/** What a decision expects of a joke: it is refused if the joke has changed since. */
export function expectationOf({ status, text_hash }: Expectation): Expectation {
  return { status, text_hash };
}

/** An approval or rejection of one joke. */
export interface Decision extends Readonly<Pick<Moderation, 'action' | 'reason' | 'duplicate_of'>> {
  readonly joke_id: number;
  readonly expected: Expectation;
  /** the tags, and whether it is for children, which are saved with it */
  readonly tagging?: Tagging;
}

/** A change of a joke's text or tags, or whether it is for children. */
export interface Edit {
  readonly action: 'edit' | 'tag';
  readonly joke_id: number;
  readonly before: Joke;
  readonly after: Joke;
}

/** The deletion of a joke. */
interface Removal {
  readonly action: 'delete';
  readonly joke_id: number;
}

/** The dismissal of a joke's reports. */
export interface Keeping {
  readonly action: 'keep';
  readonly joke_id: number;
}

/** Leaving a fact of the queue for later. */
interface Skip {
  readonly action: 'skip';
  readonly joke_id: number;
}

/** What can be undone. Each is an object of its own. */
export type Change = Decision | Edit | Removal | Keeping | Skip;

/** A joke after an edit, and the change to undo unless the text was the same. */
export interface SavedEdit {
  joke: Joke;
  edit: Edit | undefined;
}

/** What the server answered about tags, and what of it can be undone. */
export interface Retagged {
  results: RetaggingResults['results'];
  edits: Edit[];
}

/** What the server answered about one joke. */
export interface DecisionResult extends Readonly<ModerationResults['results'][number]> {
  /** False if it changed nothing. An attempt whose answer was lost counts as made. */
  readonly made: boolean;
}
