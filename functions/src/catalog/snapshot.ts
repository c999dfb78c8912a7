import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import * as z from 'zod/mini';
import { jokeId } from '../contract/index.ts';
import { TAGS } from '../domain/index.ts';
import { createSlices } from '../platform/slices.ts';
import type { VersionedJoke } from './catalog.ts';
import {
  jokeReports,
  keptJoke,
  lastChange,
  removedJoke,
  storedImage,
  weightedVotes,
} from './joke-document.ts';

const compress = promisify<Buffer | string, Buffer>(gzip);
const decompress = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

/** So that each part and its document's name fit into 1 MiB. */
const PART_BYTES = 700_000;
/** Jokes between two turns of other requests, when they are written and when they are read. */
const JOKES_PER_STEP = { write: 50, read: 200 };
/** Decompressing in a few large pieces takes a third less time. */
const PIECE_BYTES = 1_048_576;

const date = z.pipe(
  z.number(),
  z.transform((milliseconds) => new Date(milliseconds)),
);
const orNull = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z._default(z.nullable(schema), null);

/** A joke as it is written here. A later version may have other tags. */
const writtenJoke = z.extend(keptJoke, {
  tags: z.pipe(
    z.array(z.string()),
    z.transform((names) => TAGS.filter((tag) => names.includes(tag))),
  ),
  safe: z.boolean(),
  weighted: orNull(weightedVotes),
  week: orNull(z.string()),
  week_weighted: orNull(weightedVotes),
  image: orNull(z.extend(storedImage, { generated_at: date })),
  created_at: date,
  approved_at: orNull(date),
  decided_at: orNull(date),
  deleted_at: orNull(date),
  reports: orNull(z.extend(jokeReports, { first_at: date, last_at: date })),
  last_change: orNull(z.extend(lastChange, { at: date })),
  edited_at: orNull(date),
});
const writtenRemoval = z.extend(removedJoke, { created_at: date, decided_at: date });

/**
 * A joke's version, and the joke, or its number if its document is malformed. Compiled, because it is most of what a
 * start has to do.
 */
const line = z.compile(
  z.tuple([
    z.number(),
    z.union([jokeId, z.discriminatedUnion('status', [writtenJoke, writtenRemoval])]),
  ]),
);

/** Writes dates as milliseconds since the epoch, and leaves out what is null. */
function writtenValue(this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
  const given = this[name];
  return given instanceof Date ? given.getTime() : (value ?? undefined);
}

/**
 * Compresses jokes as lines of JSON, each with its version.
 * @returns parts of at most 700 KB
 */
export async function encodeSnapshot(jokes: readonly VersionedJoke[]): Promise<Buffer[]> {
  const pause = createSlices();
  const lines: string[] = [];
  for (const [at, { version, joke_id, joke }] of jokes.entries()) {
    if (at % JOKES_PER_STEP.write === 0) await pause();
    lines.push(JSON.stringify([version, joke ?? joke_id], writtenValue));
  }
  const bytes = await compress(lines.join('\n'));
  return Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

/** Reads a line of a snapshot. @throws if it is malformed */
function decodeLine(text: string): VersionedJoke {
  const [version, joke] = line.parse(JSON.parse(text));
  if (typeof joke === 'number') return { joke_id: joke, version, joke: undefined };
  return { joke_id: joke.joke_id, version, joke };
}

/** The jokes in the parts of a snapshot; undefined if it is malformed. */
export async function decodeSnapshot(
  parts: readonly Uint8Array[],
): Promise<VersionedJoke[] | undefined> {
  const pause = createSlices();
  try {
    const bytes = await decompress(Buffer.concat(parts), { chunkSize: PIECE_BYTES });
    const jokes: VersionedJoke[] = [];
    for (const [at, each] of bytes.toString().split('\n').entries()) {
      if (at % JOKES_PER_STEP.read === 0) await pause();
      if (each !== '') jokes.push(decodeLine(each));
    }
    return jokes;
  } catch {
    return undefined;
  }
}
