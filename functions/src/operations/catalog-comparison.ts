import {
  countStatuses,
  SHELF_SIZE,
  shelfOf,
  statusOf,
  withChangedTexts,
  withStatuses,
  type CatalogRoot,
} from '../catalog/catalog-root.ts';
import { dayOf, type ShelfContent } from '../catalog/catalog.data.ts';
import { datedText } from '../catalog/catalog.service.ts';
import { withTags, type TagIndex } from '../catalog/tag-index.ts';
import { countVotes, withVote, type Histogram, NO_VOTES } from '../catalog/score.ts';
import { isSound, ungroupedFields, withVotes, type CastVote } from '../catalog/tally.ts';
import { jokeStatus } from '../contract/index.ts';
import { changesTo, type JokeChanges, type JokeDocument } from '../features/jokes/joke-document.ts';

/** A shelf and its jokes as they are at one moment. */
export interface Shelf {
  number: number;
  root: CatalogRoot;
  tags: TagIndex;
  /** undefined if there is no such shelf */
  content: ShelfContent | undefined;
  /** every joke whose id belongs on it */
  jokes: readonly JokeDocument[];
}

function idsOf(shelf: number): number[] {
  return Array.from({ length: SHELF_SIZE }, (_, place) => shelf * SHELF_SIZE + place);
}

/**
 * Describes every difference between the jokes and their shelf, including the shelf's part of the root.
 * @param except ids to skip
 */
export function compareShelf(
  { number, root, content, jokes }: Shelf,
  except: ReadonlySet<number> = new Set(),
): string[] {
  const problems: string[] = [];
  const texts = content?.texts;
  const byId = new Map(jokes.map((joke) => [joke.joke_id, joke]));
  for (const id of idsOf(number).filter((each) => !except.has(each))) {
    const joke = byId.get(id);
    const status = statusOf(root, id);
    const text = texts?.get(id);
    if (!joke) {
      if (status) problems.push(`joke ${id} does not exist, but is ${status} in the catalog`);
      if (text !== undefined)
        problems.push(`joke ${id} does not exist, but has a text on its shelf`);
      else if (content?.days.has(id))
        problems.push(`joke ${id} does not exist, but has a date on its shelf`);
      continue;
    }
    if (status !== joke.status) {
      const stored = status ? `${status} in` : 'missing from';
      problems.push(`joke ${id} is ${joke.status}, but ${stored} the catalog`);
    }
    if (text === undefined) problems.push(`joke ${id} has no text on its shelf`);
    else if (text !== joke.joke_text) problems.push(`joke ${id} has a different text on its shelf`);
    else if (content?.days.get(id) !== dayOf(datedText(joke).written))
      problems.push(`joke ${id} has a different date on its shelf`);
  }
  for (const id of texts?.keys() ?? []) {
    if (shelfOf(id) !== number)
      problems.push(`joke ${id} has a text on shelf ${number}, where it does not belong`);
  }
  if (jokes.length > 0 && !root.shelf_versions[number])
    problems.push(`shelf ${number} has no version, so search does not read it`);
  const highest = Math.max(0, ...byId.keys());
  const next = root.next_joke_id;
  if (highest >= next)
    problems.push(`the next joke would get number ${next}, but joke ${highest} exists`);
  return problems;
}

/** Describes where the tags of a shelf's jokes differ from the catalog's. */
export function compareTags({ tags, jokes }: Shelf): string[] {
  return jokes
    .filter((joke) => withTags(tags, [joke]) !== tags)
    .map(({ joke_id }) => `joke ${joke_id} is different in catalog/tags`);
}

/** Describes how the root contradicts itself. */
export function compareTotals(root: CatalogRoot): string[] {
  const counted = countStatuses(root);
  return jokeStatus.options
    .filter((status) => root.totals[status] !== counted[status])
    .map(
      (status) =>
        `the catalog’s total of ${status} jokes is ${root.totals[status]}, but it lists ${counted[status]}`,
    );
}

/** The correct root for these jokes on a shelf; the caller sets its revision. */
export function repairRoot({ number, root, jokes }: Shelf): CatalogRoot {
  const statuses = new Map(jokes.map((joke) => [joke.joke_id, joke.status]));
  const known = idsOf(number).filter((id) => statuses.has(id) || statusOf(root, id));
  const listed = withStatuses(
    root,
    known.map((id) => [id, statuses.get(id)]),
  );
  const repaired = withChangedTexts(listed, [number * SHELF_SIZE]);
  return { ...repaired, totals: countStatuses(repaired) };
}

/**
 * Describes how a joke's votes contradict themselves or its ratings; undefined if they don't. Imported
 * votes have no ratings, so only more ratings than votes are certainly an error.
 * @param stored the number of its ratings
 */
export function compareVotes(joke: JokeDocument, stored: number): string | undefined {
  const { joke_id, num_votes, histogram } = joke;
  if (stored > num_votes) {
    return `joke ${joke_id} has num_votes ${num_votes}, but ${stored} stored ratings`;
  }
  const held = countVotes(histogram);
  if (held !== num_votes) {
    return `joke ${joke_id} has num_votes ${num_votes}, but the sum of its histogram is ${held}`;
  }
  return isSound(joke) ? undefined : `joke ${joke_id} has a malformed tally of its votes`;
}

function histogramOf(votes: readonly CastVote[]): Histogram {
  return votes.reduce((sum, { stars }) => withVote(sum, stars), NO_VOTES);
}

/**
 * The vote fields of a joke with every rating counted: for each number of stars, the larger of its votes and
 * its ratings, and the ratings with a group again as they came.
 * @param votes its ratings
 */
export function recount(joke: JokeDocument, votes: readonly CastVote[]): JokeChanges {
  const grouped = votes
    .flatMap((vote) => (vote.group === undefined ? [] : { ...vote, group: vote.group }))
    .toSorted((a, b) => a.created_at.getTime() - b.created_at.getTime());
  const proven = histogramOf(votes);
  const replayed = histogramOf(grouped);
  const rest = (place: 0 | 1 | 2 | 3 | 4) =>
    Math.max(joke.histogram[place], proven[place]) - replayed[place];
  const histogram: Histogram = [rest(0), rest(1), rest(2), rest(3), rest(4)];
  let counted: JokeDocument = { ...joke, ...ungroupedFields(histogram, joke.prior) };
  for (const vote of grouped) {
    counted = { ...counted, ...withVotes(counted, [vote], vote.created_at) };
  }
  return changesTo(joke, counted);
}
