import { createExpiringValue } from '../../cache/expiring-value.ts';
import { createKeptMap } from '../../cache/cached-map.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import type { JokeDocument } from './joke-document.ts';
import type { FoundJokes, JokeData } from './jokes.data.ts';

/** How long visitors may see old texts and ratings. */
const LIFETIME_MS = 30_000;
/**
 * How far the feed looks back before its last read. A change carries the time of its attempt, which
 * is committed within 15 s; what is left is for a slow commit, a read under way and clocks that differ.
 */
const OVERLAP_MS = 60_000;
/** With more changes than this since the last read, everything is loaded anew when it is asked for. */
const MAXIMUM_CHANGES = 500;
/** Jokes kept in memory, about 1 KB each. */
const MAXIMUM_KEPT = 20_000;

/** Told of the jokes that have changed; undefined: too many to tell. */
export type ChangeListener = (changed: readonly JokeDocument[] | undefined) => void;

/** The approved jokes that this instance has read, and what became of them since. */
export interface KeptJokes {
  /** Asks what has changed, at most every 30 s; one billed read per change, at least one. */
  refresh(): Promise<void>;
  /** Those of these jokes that are approved, in their order, as they were at the last refresh or later. */
  find(jokeIds: readonly number[]): Promise<JokeDocument[]>;
  /** Answers what `query` reads, and keeps it. */
  keepAll(query: () => Promise<JokeDocument[]>): Promise<JokeDocument[]>;
  onChange(listener: ChangeListener): void;
  /** Must be told of every joke with a new vote, so that this instance shows it. */
  voted(jokeId: number): void;
  /** Must be told of every joke that was moderated, so that this instance never shows the old one. */
  changed(jokeId: number): void;
}

function isApproved(joke: JokeDocument): boolean {
  return joke.status === 'approved';
}

function approvedById(jokes: readonly JokeDocument[]): Map<number, JokeDocument> {
  return new Map(jokes.filter(isApproved).map((joke) => [joke.joke_id, joke]));
}

/** @param clock milliseconds since the epoch */
export function createKeptJokes(
  data: Pick<JokeData, 'readMany' | 'listChanged'>,
  clock: () => number,
): KeptJokes {
  const listeners: ChangeListener[] = [];
  const kept = createKeptMap<number, JokeDocument>(
    async (ids) => approvedById(await withReadDeadline(data.readMany(ids))),
    MAXIMUM_KEPT,
  );

  function tell(changed: readonly JokeDocument[] | undefined): void {
    for (const listener of listeners) listener(changed);
  }

  function learn({ jokes: changed, malformed }: FoundJokes, since: number): void {
    kept.keep(approvedById(changed), since);
    for (const joke of changed) if (!isApproved(joke)) kept.forget(joke.joke_id);
    for (const { id } of malformed) kept.forget(Number(id));
    if (changed.length + malformed.length > 0) tell(changed);
  }

  let followed = clock();
  const feed = createExpiringValue(
    async () => {
      const begun = clock();
      const since = kept.mark();
      const after = new Date(followed - OVERLAP_MS);
      const changed = await withReadDeadline(data.listChanged(after, MAXIMUM_CHANGES));
      if (changed.complete) {
        learn(changed, since);
      } else {
        kept.expireAll();
        tell(undefined);
      }
      followed = begun;
    },
    LIFETIME_MS,
    clock,
  );
  // What is read from now on needs no feed before it is that old.
  feed.set(undefined, followed);

  return {
    refresh: () => feed.get(),
    async find(jokeIds) {
      const jokes = await kept.getMany(jokeIds);
      return jokeIds.flatMap((id) => jokes.get(id) ?? []);
    },
    async keepAll(query) {
      const since = kept.mark();
      const jokes = await withReadDeadline(query());
      kept.keep(approvedById(jokes), since);
      return jokes;
    },
    onChange: (listener) => listeners.push(listener),
    voted: (jokeId) => kept.expire(jokeId),
    changed: (jokeId) => kept.forget(jokeId),
  };
}
