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
 * What a joke's votes are counted with, besides its histogram. Only whoever counts votes needs it, so it is
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
      /** how many votes the score left out when the day began */
      left_out: z.number(),
      /** whether a moderator has found nothing wrong with its votes */
      fine: z.boolean(),
    }),
  ),
});
export type Tally = z.infer<typeof tallyDocument>;

const NO_VOTES: Histogram = [0, 0, 0, 0, 0];

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

/** Fewer votes in a day are never unusual. */
const FEWEST_UNUSUAL = 30;
const SAME_STAR_SHARE = 0.9;
const LEFT_OUT_SHARE = 0.5;

/** Whether nearly all votes of a day have the same stars, or half of them come from few networks. */
function isUnusual(day: NonNullable<Tally['day']>, leftOut: number): boolean {
  const votes = countVotes(day.histogram);
  if (day.fine || votes < FEWEST_UNUSUAL) return false;
  const most = Math.max(...day.histogram);
  return most >= SAME_STAR_SHARE * votes || leftOut - day.left_out >= LEFT_OUT_SHARE * votes;
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
  groups: VoteGroups;
  weekGroups: VoteGroups;
  day: Tally['day'];
}

/** All fields of a joke that follow from its votes. A week's score is undefined if it has too few votes. */
export function countedFields(
  { histogram, prior, week, unusual }: Omit<Counted, 'tally'>,
  { groups, weekGroups, day }: Spread,
) {
  return {
    ...voteFields(histogram, prior, groups),
    tally: { groups: encodeGroups(groups), week_groups: encodeGroups(weekGroups), day },
    week,
    week_score: weekScore(weekGroups, prior),
    unusual,
  };
}

/** The fields of a joke whose votes have no groups, such as imported ones. */
export function ungroupedFields(histogram: Histogram, prior?: number) {
  return { ...voteFields(histogram, prior), tally: NO_TALLY, week: null };
}

/** The spread of a joke's votes; without groups if they are malformed, so that every vote counts in full. */
export function spreadOf({ tally }: Pick<Counted, 'tally'>) {
  return {
    groups: (tally && decodeGroups(tally.groups)) ?? new Map<number, Votes>(),
    weekGroups: (tally && decodeGroups(tally.week_groups)) ?? new Map<number, Votes>(),
    day: tally?.day ?? null,
  };
}

/** Whether a joke's tally can be read and does not contradict its histogram. */
export function isSound({ histogram, tally }: Pick<Counted, 'histogram' | 'tally'>): boolean {
  const groups = tally && decodeGroups(tally.groups);
  if (!groups || !decodeGroups(tally.week_groups)) return false;
  const { votes, stars } = totalOf(groups);
  const all = votesOf(histogram);
  return votes <= all.votes && stars <= all.stars;
}

function addTo(groups: Map<number, Votes>, { group, stars }: Vote): void {
  const before = groups.get(group) ?? { votes: 0, stars: 0 };
  groups.set(group, { votes: before.votes + 1, stars: before.stars + stars });
}

/** All fields of a joke that change with new votes. */
export function withVotes(joke: Counted, votes: readonly Vote[], at: Date) {
  const week = weekOf(at);
  const { groups, weekGroups: last, day: before } = spreadOf(joke);
  const weekGroups = joke.week === week ? last : new Map<number, Votes>();
  const day =
    before?.number === dayOf(at)
      ? { ...before }
      : {
          number: dayOf(at),
          histogram: NO_VOTES,
          left_out: weighVotes(votesOf(joke.histogram), groups).leftOut,
          fine: false,
        };
  let { histogram } = joke;
  for (const vote of votes) {
    histogram = withVote(histogram, vote.stars);
    day.histogram = withVote(day.histogram, vote.stars);
    addTo(groups, vote);
    addTo(weekGroups, vote);
  }
  const { leftOut } = weighVotes(votesOf(histogram), groups);
  const unusual = isUnusual(day, leftOut) ? at : joke.unusual;
  const counted = { histogram, prior: joke.prior, week, unusual };
  return countedFields(counted, { groups, weekGroups, day });
}
