import * as z from 'zod';
import { countVotes, NO_VOTES, ungroupedFields, type Histogram } from '../catalog/score.ts';
import {
  day,
  HIGHEST_JOKE_ID,
  jokeStatus,
  momentWithOffset,
  statedContent,
} from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { useOwnWords } from '../platform/input-problems.ts';

useOwnWords();

const MOST_VOTES = 1_000_000_000;
/** Means are often rounded to one decimal. */
const TOLERANCE = 0.05 + 1e-9;

/** A field that JSON has as a value, and CSV as a text; the schema refuses a text that is not such a value. */
function orText<Schema extends z.core.$ZodType>(schema: Schema, parse: (text: string) => unknown) {
  const parsed = (value: unknown) => (typeof value === 'string' ? parse(value.trim()) : value);
  return z.exactOptional(z.preprocess(parsed, schema));
}
const toNumber = (text: string) =>
  /^-?\d{1,15}([.,]\d{1,15})?$/.test(text) ? Number(text.replace(',', '.')) : text;
/** As spreadsheets write them in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and Russian. */
const BOOLEANS: Readonly<Record<string, boolean>> = {
  ...Object.fromEntries(
    'true wahr vrai verdadero vero verdadeiro waar prawda истина'
      .split(' ')
      .map((yes) => [yes, true]),
  ),
  ...Object.fromEntries(
    'false falsch faux falso onwaar fałsz ложь'.split(' ').map((no) => [no, false]),
  ),
};
/** A date whose order is certain, such as `31.1.2020` or `2020/1/31`, as ISO 8601 writes it. */
function toDay(text: string): string {
  const [, first, month = '', last] =
    /^(\d{4})(?:[-/]|\. ?)(\d{1,2})(?:[-/]|\. ?)(\d{1,2})\.?$/.exec(text) ??
    /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})$/.exec(text) ??
    [];
  if (first === undefined || last === undefined) return text;
  const [year, day] = first.length === 4 ? [first, last] : [last, first];
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-');
}
const toBoolean = (text: string) => BOOLEANS[text.toLowerCase()] ?? text;
const toList = (text: string) => text.split(/\s+/);

const dayOrMoment = z
  .union([day, momentWithOffset], {
    error: 'must be a date such as 2020-01-31 or 2020-01-31T12:00:00Z',
  })
  .transform((text) => new Date(text));
const votes = z.int().min(0).max(MOST_VOTES);

/** Bytes of UTF-8 that were read as Windows-1252 or Latin-1, such as `â€™`: letters, punctuation, emojis. */
const LATER = '[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const ENCODED_TWICE = new RegExp(`[ÂÃ]${LATER}|â${LATER}{2}|ð${LATER}{3}`);
const ENTITY = /&(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|hellip|[mn]dash);/i;

function encodingProblem(text: string): string | undefined {
  if (text.includes('\uFFFD')) return 'is not UTF-8: save the file as UTF-8';
  const [found] = ENCODED_TWICE.exec(text) ?? ENTITY.exec(text) ?? [];
  return found && `was encoded once too often: it has ${found}`;
}

/**
 * A histogram with a given mean and number of votes, if nothing else is known: the sum of the stars is mean × votes,
 * rounded, and all votes are on two neighboring stars, which is the least spread possible.
 * @param mean in stars, 1 to 5; 0 without votes
 * @returns undefined if this number of votes can't have that mean to within 0.05 stars
 */
export function votesOfMean(mean: number, count: number): Histogram | undefined {
  const stars = Math.round(mean * count);
  const lower = count === 0 ? 0 : Math.floor(stars / count);
  const isPossible = stars >= count && stars <= limits.ratingMax * count;
  if (!isPossible || Math.abs(stars - mean * count) > TOLERANCE * count) return undefined;
  const above = stars - lower * count;
  const at = (star: number): number => {
    if (star === lower) return count - above;
    return star === lower + 1 ? above : 0;
  };
  return [at(1), at(2), at(3), at(4), at(5)];
}

const fields = z.strictObject({
  joke_id: orText(z.int().min(1).max(HIGHEST_JOKE_ID), toNumber),
  joke_text: z
    .string()
    .refine((text) => encodingProblem(text) === undefined, {
      error: ({ input }) => encodingProblem(String(input)),
      abort: true,
    })
    .pipe(statedContent.shape.joke_text),
  status: z.exactOptional(jokeStatus),
  created_at: orText(dayOrMoment, toDay),
  tags: orText(statedContent.shape.tags, toList),
  safe: orText(statedContent.shape.safe, toBoolean),
  histogram: orText(z.tuple([votes, votes, votes, votes, votes]), (text) =>
    toList(text).map(toNumber),
  ),
  rating: orText(z.number().min(0).max(limits.ratingMax), toNumber),
  num_votes: orText(votes, toNumber),
});

/** The field names that a line may have. */
export const LINE_FIELDS: readonly string[] = Object.keys(fields.shape);

/** A joke as a line states it. */
export interface ImportedJoke {
  /** what the joke stores exactly so */
  stored: Omit<z.infer<typeof fields>, 'joke_id' | 'histogram' | 'rating' | 'num_votes'>;
  histogram: Histogram;
}

/** Checks the fields of a line against each other. */
function lineSchema(now: Date) {
  return fields.transform((stated, context) => {
    const { joke_id: id, histogram: exact, rating, num_votes, ...stored } = stated;
    const { status, created_at } = stored;
    const refuse = (field: string, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    if (created_at && created_at > now) refuse('created_at', 'is in the future');
    const histogram = exact ?? votesOfMean(rating ?? 0, num_votes ?? 0);
    if (!exact && (rating === undefined) !== (num_votes === undefined)) {
      refuse('rating', 'rating and num_votes need each other');
    } else if (!histogram) refuse('rating', `can’t be the mean of ${num_votes} votes`);
    else if (status === 'pending' && countVotes(histogram) > 0) {
      refuse('status', 'a pending joke can’t have votes');
    }
    return { id, joke: { stored, histogram: histogram ?? NO_VOTES } };
  });
}

/**
 * Parses a line of an import.
 * @param stated the line's unchecked fields; what is null or, in CSV, empty counts as missing
 * @returns the joke and its number if the line has one, or all problems of the line
 */
export function parseJokeLine(
  stated: unknown,
  now: Date,
): { id: number | undefined; joke: ImportedJoke } | { problems: string[] } {
  const isObject = typeof stated === 'object' && stated !== null && !Array.isArray(stated);
  const present = ([, value]: [string, unknown]) => value !== null && value !== '';
  const line = isObject ? Object.fromEntries(Object.entries(stated).filter(present)) : stated;
  const parsed = lineSchema(now).safeParse(line);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map(({ path, message }) =>
    [path.join('.'), message].filter((part) => part !== '').join(': '),
  );
  return { problems };
}

/** The document of an imported joke: approved, and created now, unless its line says otherwise. */
export function newJoke({ histogram, stored }: ImportedJoke, joke_id: number, now: Date) {
  const { status = 'approved', created_at = now } = stored;
  return {
    ...stored,
    joke_id,
    status,
    ...ungroupedFields(histogram),
    image: null,
    created_at,
    approved_at: status === 'approved' ? created_at : null,
  };
}
