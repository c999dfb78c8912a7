import * as z from 'zod/mini';
import type { NewJoke } from '../../catalog/joke-document.ts';
import { countVotes, meanRating, type Histogram } from '../../catalog/score.ts';
import { ungroupedFields } from '../../catalog/tally.ts';
import { day, jokeStatus, momentWithOffset, statedContent } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { useOwnWords } from '../../platform/input-problems.ts';

useOwnWords();

/** Leaves enough higher numbers for submissions. */
const HIGHEST_JOKE_ID = 99_999_999;
/** The web did not exist before. */
const EARLIEST = new Date('1990-01-01');
const MOST_VOTES = 1_000_000_000;
/** Means are often rounded to one decimal. */
const TOLERANCE = 0.05 + 1e-9;

const statedMoment = z.pipe(
  z.union([day, momentWithOffset], {
    error: 'must be a date such as 2020-01-31 or 2020-01-31T12:00:00Z',
  }),
  z.transform((text) => new Date(text)),
);
const votes = z.int().check(z.minimum(0), z.maximum(MOST_VOTES));
/** Bytes of UTF-8 that were read as Windows-1252 or Latin-1, such as `â€™`: letters, punctuation, emojis. */
const LATER = '[\u0080-\u00BF€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ]';
const ENCODED_TWICE = new RegExp(`[ÂÃ]${LATER}|â${LATER}{2}|ð${LATER}{3}`);
const ENTITY = /&(#\d+|#x[\da-f]+|amp|lt|gt|quot|apos|nbsp|[lr][sd]quo|hellip|[mn]dash);/i;

const badlyEncoded = (text: string) => {
  if (text.includes('\uFFFD')) return 'is not UTF-8: save the file as UTF-8';
  const [found] = ENCODED_TWICE.exec(text) ?? ENTITY.exec(text) ?? [];
  return found && `was encoded once too often: it has ${found}`;
};
const wellEncoded = z.check<string>(({ value, issues }) => {
  const message = badlyEncoded(value);
  if (message) issues.push({ code: 'custom', input: value, message });
});

/** The fields that a line states exactly as the joke stores them. */
const storedFields = z.extend(statedContent, {
  joke_text: z.pipe(z.string().check(wellEncoded), statedContent.shape.joke_text),
  status: z.exactOptional(jokeStatus),
  created_at: z.exactOptional(statedMoment),
  approved_at: z.exactOptional(statedMoment),
});
type StoredFields = z.infer<typeof storedFields>;

const jokeLine = z.extend(storedFields, {
  joke_id: z.exactOptional(z.int().check(z.minimum(1), z.maximum(HIGHEST_JOKE_ID))),
  histogram: z.exactOptional(z.tuple([votes, votes, votes, votes, votes])),
  rating: z.exactOptional(z.number().check(z.minimum(0), z.maximum(limits.ratingMax))),
  num_votes: z.exactOptional(votes),
});
type JokeLine = z.infer<typeof jokeLine>;

/** The field names that a line may have. */
export const JOKE_FIELDS: readonly string[] = Object.keys(jokeLine.shape);

const typed = z.object({ type: z.optional(z.string()) });
const fieldSchema = z.extend(typed, {
  items: z.optional(z.union([typed, z.literal(false)])),
  prefixItems: z.optional(z.array(typed)),
});

/** How a CSV file states each field: as one value or as several with spaces between, and their type in JSON. */
export const KINDS = new Map(
  Object.entries(jokeLine.shape).map(([name, schema]) => {
    const json = fieldSchema.parse(z.toJSONSchema(schema, { io: 'input' }));
    const item = json.items === false ? json.prefixItems?.[0] : json.items;
    const { type = '' } = item ?? json;
    return [name, { list: json.type === 'array', type }];
  }),
);

/** A joke as a line states it. */
export interface ImportedJoke {
  stored: StoredFields;
  histogram: Histogram;
}

function dateProblems({ created_at, approved_at, status }: JokeLine, now: Date): string[] {
  const problems: string[] = [];
  for (const [name, date] of Object.entries({ created_at, approved_at })) {
    if (date && date < EARLIEST) problems.push(`${name}: is before 1990`);
    if (date && date > now) problems.push(`${name}: is in the future`);
  }
  if (created_at && approved_at && approved_at < created_at) {
    problems.push('approved_at: is before created_at');
  }
  if (approved_at && status === 'pending') problems.push('approved_at: the joke is pending');
  return problems;
}

/**
 * A histogram with a given mean and number of votes, if nothing else is known: the sum of the stars is
 * mean × votes, rounded, and all votes are on two neighboring stars, which is the least spread possible.
 * @param mean in stars, 1 to 5
 * @returns undefined if this number of votes can't have that mean to within 0.05 stars
 */
export function votesOfMean(mean: number, count: number): Histogram | undefined {
  if (count === 0) return [0, 0, 0, 0, 0];
  const stars = Math.round(mean * count);
  if (stars < count || stars > limits.ratingMax * count) return undefined;
  if (Math.abs(stars / count - mean) > TOLERANCE) return undefined;
  const lower = Math.floor(stars / count);
  const above = stars - lower * count;
  const at = (star: number): number => {
    if (star === lower) return count - above;
    return star === lower + 1 ? above : 0;
  };
  return [at(1), at(2), at(3), at(4), at(5)];
}

/** The votes that a line states, or zeros; a string describes a problem. */
function votesOf({ histogram, rating, num_votes, status }: JokeLine): Histogram | string {
  if (histogram && num_votes !== undefined && num_votes !== countVotes(histogram)) {
    return 'num_votes: is not the sum of the histogram';
  }
  if (histogram && rating !== undefined && Math.abs(rating - meanRating(histogram)) > TOLERANCE) {
    return 'rating: is not the mean of the histogram';
  }
  if (!histogram && num_votes === undefined && rating) {
    return 'rating: needs num_votes or a histogram';
  }
  if (!histogram && num_votes && rating === undefined) {
    return 'num_votes: needs rating or a histogram';
  }
  if (!histogram && num_votes === 0 && rating) return 'rating: there are no votes';
  const stated = histogram ?? votesOfMean(rating ?? 0, num_votes ?? 0);
  if (!stated) return `rating: can’t be the mean of ${num_votes} votes`;
  return status === 'pending' && countVotes(stated) > 0
    ? 'a pending joke can’t have votes'
    : stated;
}

/**
 * Parses a line of an import.
 * @param fields the line's unchecked fields; null counts as missing
 * @returns the joke and its number if the line has one, or all problems of the line
 */
export function parseJokeLine(
  fields: unknown,
  now: Date,
): { id: number | undefined; joke: ImportedJoke } | { problems: string[] } {
  const stated =
    typeof fields === 'object' && fields !== null && !Array.isArray(fields)
      ? Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null))
      : fields;
  const parsed = jokeLine.safeParse(stated);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) =>
      [path.join('.'), message].filter((part) => part !== '').join(': '),
    );
    return { problems };
  }
  const problems = dateProblems(parsed.data, now);
  const histogram = votesOf(parsed.data);
  if (typeof histogram === 'string') return { problems: [...problems, histogram] };
  if (problems.length > 0) return { problems };
  const { joke_id, histogram: _, rating: _mean, num_votes: _count, ...stored } = parsed.data;
  return { id: joke_id, joke: { stored, histogram } };
}

/**
 * The document of an imported joke. By default the joke is approved; `created_at` defaults to
 * `approved_at`, then to now; `approved_at` of an approved joke defaults to `created_at`.
 */
export function newJoke({ histogram, stored }: ImportedJoke, joke_id: number, now: Date): NewJoke {
  const { status = 'approved' } = stored;
  const created_at = stored.created_at ?? stored.approved_at ?? now;
  return {
    ...stored,
    joke_id,
    status,
    ...ungroupedFields(histogram),
    image: null,
    created_at,
    approved_at: stored.approved_at ?? (status === 'approved' ? created_at : null),
  };
}
