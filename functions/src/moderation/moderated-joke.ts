import type { JokeDocument, KeptJoke } from '../catalog/joke-document.ts';
import {
  ApiError,
  jokeContent,
  type ChangedPart,
  type Expectation,
  type ModeratedJoke,
  type Patch,
} from '../contract/index.ts';
import { withTextHash } from '../jokes/present-joke.ts';

const AGO = new Intl.RelativeTimeFormat('en');
const UNITS = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

type Image = JokeDocument['image'];

/** What is to change about a joke. */
export interface ChangeItem {
  joke_id: number;
  /** what the moderator saw, and the image that a new one replaces */
  expected?: Expectation & { image?: Image };
  patch: Patch & { image?: Image };
}

/** What has become of a joke. */
export interface Changed {
  joke_id: number;
  /** as it is now; null if nothing is left of it, or its document is malformed */
  joke: JokeDocument | null;
  /** why nothing was changed */
  error?: ApiError;
  /** what an undo has left alone */
  left?: ChangedPart[];
}

/** What a request has done; `change_id` is null if nothing was changed. */
export interface Outcome {
  change_id: string | null;
  results: Changed[];
}

/** Who looks at a joke, and when. */
export interface Moderator {
  username: string;
  now: Date;
}

/** Such as "by ada 3 minutes ago"; undefined if nobody has changed the joke. */
export function byWhom({ last_change: last }: KeptJoke, { username, now }: Moderator) {
  if (!last) return undefined;
  const passed = now.getTime() - last.at.getTime();
  const [unit, length = 1] = UNITS.find(([, least]) => passed >= least) ?? [];
  const when = unit ? AGO.format(-Math.floor(passed / length), unit) : 'just now';
  return `by ${last.username === username ? 'you' : last.username} ${when}`;
}

/** A joke as a moderator sees it. */
export function presentModerated(joke: KeptJoke): ModeratedJoke {
  const { joke_id, status, last_change: last } = joke;
  const by = { changed_by: last?.username ?? null, changed_at: last?.at.toISOString() ?? null };
  return withTextHash({ joke_id, status, ...jokeContent.parse(joke), ...by });
}

/** The error for an id that no change has. */
export function noSuchChange(): ApiError {
  return new ApiError('not_found', 'There is no such change.');
}

/** The error for a joke that can't be changed as a moderator wants, with the joke as it is now. */
export function conflict(joke: KeptJoke, detail: string): ApiError {
  return new ApiError('conflict', detail, { joke: presentModerated(joke) });
}

/** The error if a joke is deleted, or not as a moderator saw it. */
export function changedSince(
  joke: KeptJoke,
  { status, text_hash }: Expectation,
  moderator: Moderator,
): ApiError | undefined {
  const { deleted_at, decided_at, last_change: last } = joke;
  const by = byWhom(joke, moderator);
  if (joke.status === 'deleted' || (status !== undefined && status !== joke.status)) {
    const decided = joke.status === 'deleted' ? deleted_at : decided_at;
    // A change of the text or an undo may have followed the decision.
    const isDecision = decided !== null && decided.getTime() === last?.at.getTime();
    const detail = isDecision
      ? `Already ${joke.status} ${by}.`
      : `It is ${joke.status} now${by === undefined ? '' : `, changed ${by}`}.`;
    return conflict(joke, detail);
  }
  if (text_hash === undefined || text_hash === presentModerated(joke).text_hash) return undefined;
  return conflict(
    joke,
    `${by === undefined ? 'Its text has changed' : `Changed ${by}`}. Read it again.`,
  );
}
