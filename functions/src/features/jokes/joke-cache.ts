import { createExpiringValue } from '../../cache/expiring-value.ts';
import { createCachedMap } from '../../cache/cached-map.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import type { JokeDocument } from './joke-document.ts';
import type { FoundJokes, JokeData } from './jokes.data.ts';

/** How long visitors may see old texts and ratings. */
const LIFETIME_MS = 30_000;
/**
 * How far before its last read the feed looks for changes. A change carries the time of its attempt
 * and is committed within 15 s. The rest allows for a slow commit, a read in progress and clock skew.
 */
const OVERLAP_MS = 60_000;
/** After more changes than this, the feed expires the whole cache. */
const MAXIMUM_CHANGES = 500;
/** Jokes in memory, about 1 KB each. */
const MAXIMUM_CACHED = 20_000;

/** Receives the jokes that changed; undefined when there were too many to list. */
export type ChangeListener = (changed: readonly JokeDocument[] | undefined) => void;

/** The approved jokes that this instance has read, kept current by a feed of changes. */
export interface JokeCache {
  /** Reads the latest changes, at most every 30 s; one billed read per change, at least one. */
  refresh(): Promise<void>;
  /** Those of these jokes that are approved, in the given order, no older than the last refresh. */
  find(jokeIds: readonly number[]): Promise<JokeDocument[]>;
  /** Runs a query, caches the approved jokes it found and returns them all. */
  load(query: () => Promise<JokeDocument[]>): Promise<JokeDocument[]>;
  onChange(listener: ChangeListener): void;
  /** Call this after every vote, so that this instance shows it. */
  voted(jokeId: number): void;
  /** Call this after every moderation, so that this instance never shows the old joke. */
  changed(jokeId: number): void;
}

function isApproved(joke: JokeDocument): boolean {
  return joke.status === 'approved';
}

function approvedById(jokes: readonly JokeDocument[]): Map<number, JokeDocument> {
  return new Map(jokes.filter(isApproved).map((joke) => [joke.joke_id, joke]));
}

/** @param clock milliseconds since the epoch */
export function createJokeCache(
  data: Pick<JokeData, 'readMany' | 'listChanged'>,
  clock: () => number,
): JokeCache {
  const listeners: ChangeListener[] = [];
  const cached = createCachedMap<number, JokeDocument>(
    async (ids) => approvedById(await withReadDeadline(data.readMany(ids))),
    MAXIMUM_CACHED,
  );

  function notify(changed: readonly JokeDocument[] | undefined): void {
    for (const listener of listeners) listener(changed);
  }

  function apply({ jokes: changed, malformed }: FoundJokes, read: number): void {
    cached.store(approvedById(changed), read);
    for (const joke of changed) if (!isApproved(joke)) cached.forget(joke.joke_id);
    for (const { id } of malformed) cached.forget(Number(id));
    if (changed.length + malformed.length > 0) notify(changed);
  }

  let lastRead = clock();
  const feed = createExpiringValue(
    async () => {
      const started = clock();
      const read = cached.beginRead();
      const after = new Date(lastRead - OVERLAP_MS);
      const changed = await withReadDeadline(data.listChanged(after, MAXIMUM_CHANGES));
      if (changed.complete) {
        apply(changed, read);
      } else {
        cached.expireAll();
        notify(undefined);
      }
      lastRead = started;
    },
    LIFETIME_MS,
    clock,
  );
  // Nothing is cached yet, so the first read of the feed can wait for a whole lifetime.
  feed.set(undefined, lastRead);

  return {
    refresh: () => feed.get(),
    async find(jokeIds) {
      const jokes = await cached.getMany(jokeIds);
      return jokeIds.flatMap((id) => jokes.get(id) ?? []);
    },
    async load(query) {
      const read = cached.beginRead();
      const jokes = await withReadDeadline(query());
      cached.store(approvedById(jokes), read);
      return jokes;
    },
    onChange: (listener) => listeners.push(listener),
    voted: (jokeId) => cached.expire(jokeId),
    changed: (jokeId) => cached.forget(jokeId),
  };
}
