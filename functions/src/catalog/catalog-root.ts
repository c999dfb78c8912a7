import { STATUS_IDS, type JokeStatus } from '../contract/index.ts';
import { DEFAULT_PRIOR } from './score.ts';

/** Joke ids per shelf: shelf k holds the texts of ids [200k, 200k + 200). */
export const SHELF_SIZE = 200;

/** The highest id allowed: a root with this many jokes takes 740 KB of a document's 1 MiB. */
export const HIGHEST_JOKE_ID = 2_500_000;

/**
 * The catalog's main document: the status of every joke in two bits (0 = no joke, else its status id),
 * four jokes to a byte, so that 100,000 jokes take 25 KB.
 */
export interface CatalogRoot {
  /** increases with every change of this document */
  revision: number;
  next_joke_id: number;
  totals: Record<JokeStatus, number>;
  /** joke `id` is the two bits from 2 × (id mod 4) of byte ⌊id / 4⌋ */
  statuses: Uint8Array;
  /** per shelf; increases with every change of a text or image of its jokes */
  shelf_versions: number[];
  /** increases with every change of a joke's tags or of whether it is safe; 0 until the first */
  tags_version: number;
  /** the site's average vote in stars, used to compute scores */
  prior: number;
}

const STATUS_OF_ID: readonly (JokeStatus | undefined)[] = [
  undefined,
  'approved',
  'pending',
  'rejected',
];

/** The catalog of a site without jokes. */
export function emptyRoot(): CatalogRoot {
  return {
    revision: 0,
    next_joke_id: 1,
    totals: { approved: 0, pending: 0, rejected: 0 },
    statuses: new Uint8Array(0),
    shelf_versions: [],
    tags_version: 0,
    prior: DEFAULT_PRIOR,
  };
}

/** The shelf that holds a joke's text. */
export function shelfOf(jokeId: number): number {
  return Math.floor(jokeId / SHELF_SIZE);
}

/** A joke's status; undefined if there is no such joke. */
export function statusOf(root: CatalogRoot, jokeId: number): JokeStatus | undefined {
  const byte = root.statuses[jokeId >> 2] ?? 0;
  return STATUS_OF_ID[(byte >> (2 * (jokeId & 3))) & 3];
}

/** The root with new statuses of jokes; `undefined` deletes the joke. */
export function withStatuses(
  root: CatalogRoot,
  changes: readonly (readonly [jokeId: number, status: JokeStatus | undefined])[],
): CatalogRoot {
  const totals = { ...root.totals };
  const highest = changes.reduce((most, [jokeId]) => Math.max(most, jokeId), 0);
  const statuses = new Uint8Array(Math.max(root.statuses.length, (highest >> 2) + 1));
  statuses.set(root.statuses);
  const changed = { ...root, totals, statuses };
  for (const [jokeId, status] of changes) {
    const before = statusOf(changed, jokeId);
    if (before) totals[before] -= 1;
    if (status) totals[status] += 1;
    const index = jokeId >> 2;
    const shift = 2 * (jokeId & 3);
    const cleared = (statuses[index] ?? 0) & ~(3 << shift);
    statuses[index] = cleared | ((status ? STATUS_IDS[status] : 0) << shift);
  }
  return { ...changed, next_joke_id: Math.max(root.next_joke_id, highest + 1) };
}

/** The root with new versions of the shelves of these jokes. */
export function withChangedTexts(root: CatalogRoot, jokeIds: readonly number[]): CatalogRoot {
  const shelf_versions = [...root.shelf_versions];
  for (const shelf of new Set(jokeIds.map(shelfOf))) {
    while (shelf_versions.length <= shelf) shelf_versions.push(0);
    shelf_versions[shelf] = (shelf_versions[shelf] ?? 0) + 1;
  }
  return { ...root, shelf_versions };
}

/**
 * What differs between two roots.
 * @returns the ids of the jokes with another status, and of all jokes on shelves with another version
 */
export function changedJokes(
  before: CatalogRoot,
  after: CatalogRoot,
): { statuses: number[]; texts: number[] } {
  const statuses: number[] = [];
  const bytes = Math.max(before.statuses.length, after.statuses.length);
  for (let byte = 0; byte < bytes; byte += 1) {
    if ((before.statuses[byte] ?? 0) === (after.statuses[byte] ?? 0)) continue;
    for (let id = 4 * byte; id < 4 * byte + 4; id += 1) {
      if (statusOf(before, id) !== statusOf(after, id)) statuses.push(id);
    }
  }
  const texts = after.shelf_versions.flatMap((version, shelf) =>
    version === before.shelf_versions[shelf]
      ? []
      : Array.from({ length: SHELF_SIZE }, (_, place) => shelf * SHELF_SIZE + place),
  );
  return { statuses, texts };
}

/** Counts the jokes with each status, ignoring the stored totals. */
export function countStatuses(root: CatalogRoot): CatalogRoot['totals'] {
  const totals = emptyRoot().totals;
  for (let id = 0; id < root.statuses.length * 4; id += 1) {
    const status = statusOf(root, id);
    if (status) totals[status] += 1;
  }
  return totals;
}

/** The root of a catalog with exactly these jokes; every shelf has version 1. */
export function rootOf(jokes: Iterable<{ joke_id: number; status: JokeStatus }>): CatalogRoot {
  const root = emptyRoot();
  const bytes: number[] = [];
  for (const { joke_id, status } of jokes) {
    const index = joke_id >> 2;
    while (bytes.length <= index) bytes.push(0);
    bytes[index] = (bytes[index] ?? 0) | (STATUS_IDS[status] << (2 * (joke_id & 3)));
    root.totals[status] += 1;
    root.next_joke_id = Math.max(root.next_joke_id, joke_id + 1);
    while (root.shelf_versions.length <= shelfOf(joke_id)) root.shelf_versions.push(0);
    root.shelf_versions[shelfOf(joke_id)] = 1;
  }
  return { ...root, revision: 1, statuses: Uint8Array.from(bytes) };
}
