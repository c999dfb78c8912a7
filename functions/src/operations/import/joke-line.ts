import { en } from 'zod/locales';
import * as z from 'zod/mini';
import { HIGHEST_JOKE_ID } from '../../catalog/catalog-root.ts';
import { jokeStatus, jokeText, type JokeStatus } from '../../contract/index.ts';
import { countVotes, meanRating, type Histogram } from '../../catalog/score.ts';
import { votesOfMean } from './votes-of-mean.ts';

z.config(en());

/** The web did not exist before. */
const EARLIEST = new Date('1990-01-01');
const MOST_VOTES = 1_000_000_000;

const moment = z.pipe(
  z.union([z.iso.date(), z.iso.datetime({ offset: true })], {
    error: 'must be a date such as 2020-01-31 or 2020-01-31T12:00:00Z',
  }),
  z.transform((text) => new Date(text)),
);
const votes = z.int().check(z.minimum(0), z.maximum(MOST_VOTES));
const wellEncoded = z.regex(/^[^\uFFFD]*$/, 'is not UTF-8');

const jokeLine = z.strictObject({
  joke_text: z.pipe(z.string().check(wellEncoded), jokeText),
  joke_id: z.optional(z.int().check(z.minimum(1), z.maximum(HIGHEST_JOKE_ID))),
  status: z.optional(jokeStatus),
  created_at: z.optional(moment),
  approved_at: z.optional(moment),
  histogram: z.optional(z.tuple([votes, votes, votes, votes, votes])),
  rating: z.optional(z.number().check(z.minimum(0), z.maximum(5))),
  num_votes: z.optional(votes),
});
type JokeLine = z.infer<typeof jokeLine>;

/** The field names that a line may have. */
export const JOKE_FIELDS: readonly string[] = Object.keys(jokeLine.shape);

/** A joke as a line states it; missing fields are undefined. */
export interface ImportedJoke {
  joke_text: string;
  joke_id: number | undefined;
  status: JokeStatus | undefined;
  created_at: Date | undefined;
  approved_at: Date | undefined;
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

/** The votes that a line states, or zeros; a string describes a problem. */
function votesOf({ histogram, rating, num_votes }: JokeLine): Histogram | string {
  if (histogram) {
    if (num_votes !== undefined && num_votes !== countVotes(histogram)) {
      return 'num_votes: is not the sum of the histogram';
    }
    const near = rating === undefined || Math.abs(rating - meanRating(histogram)) <= 0.05 + 1e-9;
    return near ? histogram : 'rating: is not the mean of the histogram';
  }
  if (num_votes === undefined) {
    return rating ? 'rating: needs num_votes or a histogram' : [0, 0, 0, 0, 0];
  }
  if (num_votes > 0 && rating === undefined) return 'num_votes: needs rating or a histogram';
  if (num_votes === 0 && rating) return 'rating: there are no votes';
  return votesOfMean(rating ?? 0, num_votes) ?? `rating: can’t be the mean of ${num_votes} votes`;
}

/**
 * Parses a line of an import.
 * @param fields the line's unchecked fields; null counts as missing
 * @returns the joke, or all problems of the line
 */
export function parseJokeLine(
  fields: unknown,
  now: Date,
): { joke: ImportedJoke } | { problems: string[] } {
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
  const line = parsed.data;
  const histogram = votesOf(line);
  const problems = dateProblems(line, now);
  if (typeof histogram === 'string') return { problems: [...problems, histogram] };
  if (line.status === 'pending' && countVotes(histogram) > 0) {
    problems.push('a pending joke can’t have votes');
  }
  if (problems.length > 0) return { problems };
  const { joke_text, joke_id, status, created_at, approved_at } = line;
  return { joke: { joke_text, joke_id, status, created_at, approved_at, histogram } };
}
