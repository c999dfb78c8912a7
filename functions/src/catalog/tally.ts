import * as z from 'zod/mini';
import { dayOf } from './catalog.data.ts';
import {
  countVotes,
  totalOf,
  voteFields,
  votesOf,
  weekScore,
  weighVotes,
  withVote,
  type Histogram,
  type VoteGroups,
  type Votes,
  NO_VOTES,
} from './score.ts';

/** A vote that is about to be counted. */
export interface Vote {
  /** 1 to 5 */
  stars: number;
  /** the first byte of a keyed hash of the voter's wide network */
  group: number;
}

const count = z.int().check(z.minimum(0));
const histogram = z.tuple([count, count, count, count, count]);

/**
 * What counting a vote needs besides the joke's histogram. Nothing else reads it, so it is
 * dropped before a joke is cached.
 */
export const tallyDocument = z.object({
  /** the votes of each group, see `encodeGroups`; votes without a group are the rest of the histogram */
  groups: z.instanceof(Uint8Array),
  /** the same for the votes of the joke's `week` */
  week_groups: z.instanceof(Uint8Array),
  /** the votes of the last day (UTC) that had any */
  day: z.nullable(
    z.object({
      /** counted from January 1, 1970 */
      number: z.int(),
      histogram,
      /** the same as `groups` for its votes */
      groups: z.instanceof(Uint8Array),
      /** whether a moderator has found nothing wrong with its votes */
      fine: z.boolean(),
    }),
  ),
});
export type Tally = z.infer<typeof tallyDocument>;

/** The tally of a joke that nobody has rated, or whose votes all have no group. */
export const NO_TALLY: Tally = {
  groups: new Uint8Array(),
  week_groups: new Uint8Array(),
  day: null,
};

/** An integer in groups of seven bits, the lowest first (LEB128). */
function* variableLength(value: number): Generator<number> {
  let left = value;
  for (; left >= 0x80; left = Math.floor(left / 0x80)) yield (left % 0x80) + 0x80;
  yield left;
}

/**
 * The votes of groups in bytes, by ascending number: for each the number, how many votes it has, and their
 * stars beyond one each, both of variable length. At most 1.5 KB up to 16,383 votes of each group, so for four
 * million votes.
 */
export function encodeGroups(groups: VoteGroups) {
  const bytes: number[] = [];
  for (const [group, { votes, stars }] of [...groups].sort(([a], [b]) => a - b)) {
    bytes.push(group, ...variableLength(votes), ...variableLength(stars - votes));
  }
  return Uint8Array.from(bytes);
}

/** The reverse of {@link encodeGroups}; undefined for bytes that it can't have made. */
export function decodeGroups(bytes: Uint8Array): Map<number, Votes> | undefined {
  const groups = new Map<number, Votes>();
  let at = 0;
  function integer(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = bytes[at] ?? Number.NaN;
      at += 1;
      value += (byte % 0x80) * factor;
      if (!(byte >= 0x80)) return value;
    }
  }
  let last = -1;
  while (at < bytes.length) {
    const group = bytes[at] ?? 0;
    at += 1;
    const votes = integer();
    const stars = votes + integer();
    const valid = group > last && votes > 0 && stars <= 5 * votes && Number.isSafeInteger(stars);
    if (!valid) return undefined;
    groups.set(group, { votes, stars });
    last = group;
  }
  return groups;
}

/** The Monday of a time's week (UTC), as in `2026-11-23`. */
export function weekOf(time: Date): string {
  const daysSinceMonday = (time.getUTCDay() + 6) % 7;
  const monday = new Date(time.getTime() - daysSinceMonday * 86_400_000);
  return monday.toISOString().slice(0, 10);
}

/** What a joke has of its votes; `tally` is null if it is malformed. */
export interface Counted {
  histogram: Histogram;
  prior: number;
  tally: Tally | null;
  week: string | null;
  unusual?: Date | undefined;
}

/** How a joke's votes are spread over groups and days. */
interface Spread {
  groups: Map<number, Votes>;
  weekGroups: Map<number, Votes>;
  /** see `Tally` */
  day: { number: number; histogram: Histogram; groups: Map<number, Votes>; fine: boolean } | null;
}

/** All fields of a joke that follow from its votes. A week's score is undefined if it has too few votes. */
export function countedFields(
  { histogram, prior, week, unusual }: Omit<Counted, 'tally'>,
  { groups, weekGroups, day }: Spread,
) {
  return {
    ...voteFields(histogram, prior, groups),
    tally: {
      groups: encodeGroups(groups),
      week_groups: encodeGroups(weekGroups),
      day: day && { ...day, groups: encodeGroups(day.groups) },
    },
    week,
    week_score: weekScore(weekGroups, prior),
    unusual,
  };
}

/** The fields of a joke whose votes have no groups, such as imported ones. */
export function ungroupedFields(histogram: Histogram, prior?: number) {
  return { ...voteFields(histogram, prior), tally: NO_TALLY, week: null };
}

/** The votes of groups; none if the bytes are malformed. */
function readGroups(bytes: Uint8Array | undefined): Map<number, Votes> {
  return (bytes && decodeGroups(bytes)) ?? new Map<number, Votes>();
}

/** The spread of a joke's votes; without groups if they are malformed, so that every vote counts in full. */
export function spreadOf({ tally }: Pick<Counted, 'tally'>): Spread {
  const day = tally?.day;
  return {
    groups: readGroups(tally?.groups),
    weekGroups: readGroups(tally?.week_groups),
    day: day ? { ...day, groups: readGroups(day.groups) } : null,
  };
}

/** Whether a joke's tally can be read and does not contradict its histogram. */
export function isSound({ histogram, tally }: Pick<Counted, 'histogram' | 'tally'>): boolean {
  const groups = tally && decodeGroups(tally.groups);
  if (!groups || !decodeGroups(tally.week_groups)) return false;
  if (tally.day && !decodeGroups(tally.day.groups)) return false;
  const { votes, stars } = totalOf(groups);
  const all = votesOf(histogram);
  return votes <= all.votes && stars <= all.stars;
}

/** Fewer votes in a day are never unusual. */
const FEWEST_UNUSUAL = 30;
const SAME_STAR_SHARE = 0.9;
const LEFT_OUT_SHARE = 0.5;

/** Whether nearly all votes of a day have the same stars, or half of them come from few networks. */
function isUnusual(histogram: Histogram, { groups, day }: Spread): boolean {
  const votes = day ? countVotes(day.histogram) : 0;
  if (!day || day.fine || votes < FEWEST_UNUSUAL) return false;
  if (Math.max(...day.histogram) >= SAME_STAR_SHARE * votes) return true;
  const all = votesOf(histogram);
  const ofDay = votesOf(day.histogram);
  const before = { votes: all.votes - ofDay.votes, stars: all.stars - ofDay.stars };
  const groupsBefore = new Map(groups);
  for (const [group, each] of day.groups) addTo(groupsBefore, group, each, -1);
  const leftOut = weighVotes(all, groups).leftOut - weighVotes(before, groupsBefore).leftOut;
  return leftOut >= LEFT_OUT_SHARE * votes;
}

/** Adds votes to a group, or takes them away. */
function addTo(groups: Map<number, Votes>, group: number, more: Votes, by: 1 | -1): void {
  const { votes, stars } = groups.get(group) ?? { votes: 0, stars: 0 };
  const after = { votes: votes + by * more.votes, stars: stars + by * more.stars };
  if (after.votes === 0 && after.stars === 0) groups.delete(group);
  else groups.set(group, after);
}

/** A vote that was cast; one without a group is in no week and no day. */
export interface CastVote extends Omit<Vote, 'group'> {
  group?: number | undefined;
  created_at: Date;
}

/** Counts votes, or takes them away again, wherever they belong. @returns the new histogram */
function move(
  { histogram, week }: Pick<Counted, 'histogram' | 'week'>,
  { groups, weekGroups, day }: Spread,
  votes: readonly CastVote[],
  by: 1 | -1,
): Histogram {
  let moved = histogram;
  for (const { stars, group, created_at } of votes) {
    const one = { votes: 1, stars };
    moved = withVote(moved, stars, by);
    if (group === undefined) continue;
    addTo(groups, group, one, by);
    if (weekOf(created_at) === week) addTo(weekGroups, group, one, by);
    if (dayOf(created_at) === day?.number) {
      day.histogram = withVote(day.histogram, stars, by);
      addTo(day.groups, group, one, by);
    }
  }
  return moved;
}

/**
 * All fields of a joke that change with new votes. One that comes late, after the first of a new day or week,
 * is in neither.
 */
export function withVotes(joke: Counted, votes: readonly Vote[], at: Date) {
  const spread = spreadOf(joke);
  const number = dayOf(at);
  let week = joke.week;
  if (week === null || week < weekOf(at)) {
    week = weekOf(at);
    spread.weekGroups.clear();
  }
  if (!spread.day || spread.day.number < number) {
    spread.day = { number, histogram: NO_VOTES, groups: new Map(), fine: false };
  }
  const cast = votes.map((vote) => ({ ...vote, created_at: at }));
  const histogram = move({ ...joke, week }, spread, cast, 1);
  const unusual = isUnusual(histogram, spread) ? at : joke.unusual;
  return countedFields({ histogram, prior: joke.prior, week, unusual }, spread);
}

/** Whether groups can have these votes. */
function areCounts(groups: VoteGroups): boolean {
  return [...groups.values()].every(
    ({ votes, stars }) => votes > 0 && stars >= votes && stars <= 5 * votes,
  );
}

/**
 * All fields of a joke that change when votes that were cast no longer count (-1), or count again (1). The
 * result is what the other votes alone would have given.
 * @returns undefined if the joke's counts do not contain them
 */
export function withCastVotes(joke: Counted, votes: readonly CastVote[], by: 1 | -1) {
  if (!isSound(joke)) return undefined;
  const spread = spreadOf(joke);
  const histogram = move(joke, spread, votes, by);
  const { groups, weekGroups, day } = spread;
  const counts = [...histogram, ...(day?.histogram ?? [])];
  const grouped = [groups, weekGroups, ...(day ? [day.groups] : [])];
  if (counts.some((each) => each < 0) || !grouped.every(areCounts)) return undefined;
  return countedFields({ ...joke, histogram }, spread);
}
