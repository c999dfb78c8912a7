import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import * as z from 'zod/mini';
import { jokeId } from '../contract/index.ts';
import { createSlices } from '../platform/concurrency/slices.ts';
import type { VersionedJoke } from './catalog.ts';
import { catalogEntry } from './joke-document.ts';

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** So that each part and its document's name fit into 1 MiB. */
const PART_BYTES = 700_000;
/** Jokes between two turns of other requests. */
const JOKES_PER_STEP = 50;

/** A joke's version, and its fields, or its number if its document is malformed. */
const line = z.tuple([z.number(), z.union([jokeId, z.record(z.string(), z.unknown())])]);
const dates = ['created_at', 'approved_at', 'decided_at', 'edited_at'] as const;
const storedImage = z.nullish(z.looseObject({ generated_at: z.string() }));

/** The date in a JSON text; anything else stays as it is, for the schema to refuse. */
const dateIn = (value: unknown) => (typeof value === 'string' ? new Date(value) : value);

/**
 * Compresses jokes as lines of JSON, each with its version.
 * @returns parts of at most 700 KB
 */
export async function encodeSnapshot(jokes: readonly VersionedJoke[]): Promise<Buffer[]> {
  const pause = createSlices();
  const lines: string[] = [];
  for (const [at, { version, joke_id, joke }] of jokes.entries()) {
    if (at % JOKES_PER_STEP === 0) await pause();
    const stated = joke && Object.entries(joke).filter(([, value]) => value !== null);
    lines.push(JSON.stringify([version, stated ? Object.fromEntries(stated) : joke_id]));
  }
  const bytes = await compress(lines.join('\n'));
  return Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, part) =>
    bytes.subarray(part * PART_BYTES, (part + 1) * PART_BYTES),
  );
}

/** Reads a line of a snapshot. @throws if it is malformed */
function decodeLine(text: string): VersionedJoke {
  const [version, stated] = line.parse(JSON.parse(text));
  if (typeof stated === 'number') return { joke_id: stated, version, joke: undefined };
  const fields: Record<string, unknown> = { approved_at: null, ...stated };
  for (const name of dates) if (name in fields) fields[name] = dateIn(fields[name]);
  const image = storedImage.parse(fields['image']);
  fields['image'] = image ? { ...image, generated_at: dateIn(image.generated_at) } : null;
  const joke = catalogEntry.parse(fields);
  return { joke_id: joke.joke_id, version, joke };
}

/** The jokes in the parts of a snapshot; undefined if it is malformed. */
export async function decodeSnapshot(
  parts: readonly Uint8Array[],
): Promise<VersionedJoke[] | undefined> {
  const pause = createSlices();
  try {
    const text = (await decompress(Buffer.concat(parts))).toString();
    const jokes: VersionedJoke[] = [];
    for (const [at, each] of text.split('\n').entries()) {
      if (at % JOKES_PER_STEP === 0) await pause();
      if (each !== '') jokes.push(decodeLine(each));
    }
    return jokes;
  } catch {
    return undefined;
  }
}
