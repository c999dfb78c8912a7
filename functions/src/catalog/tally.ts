import * as z from 'zod/mini';
import { weekOf } from '../domain/index.ts';
import {
  totalOf,
  votesOf,
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

/** What counting a vote needs besides the joke's histogram. Nothing else reads it. */
export const tallyDocument = z.object({
  /** the votes of each group, see `encodeGroups`; votes without a group are the rest of the histogram */
  groups: z.instanceof(Uint8Array),
  /** the same for the votes of the joke's `week` */
  week_groups: z.instanceof(Uint8Array),
});
export type Tally = z.infer<typeof tallyDocument>;

/** The tally of a joke that nobody has rated, or whose votes all have no group. */
export const NO_TALLY: Tally = {
  groups: new Uint8Array(),
  week_groups: new Uint8Array(),
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

/** What a joke has of its votes; `tally` is null if it is malformed. */
export interface Counted {
  histogram: Histogram;
  tally: Tally | null;
  week: string | null;
}

/** How a joke's votes, and those of its week, are spread over groups. */
interface Spread {
  groups: Map<number, Votes>;
  weekGroups: Map<number, Votes>;
}

/** What counts of votes. */
function weigh(histogram: Histogram, { groups, weekGroups }: Spread) {
  return {
    weighted: weighVotes(votesOf(histogram), groups),
    week_weighted: weighVotes(totalOf(weekGroups), weekGroups),
  };
}

/** What counts of a joke's votes, and of those of its week. */
export function weightsOf(joke: Counted) {
  return weigh(joke.histogram, spreadOf(joke));
}

/** All fields of a joke that follow from its votes. */
function countedFields({ histogram, week }: Omit<Counted, 'tally'>, spread: Spread) {
  const { groups, weekGroups } = spread;
  return {
    histogram,
    week,
    ...weigh(histogram, spread),
    tally: { groups: encodeGroups(groups), week_groups: encodeGroups(weekGroups) },
  };
}

/** The fields of a joke whose votes have no groups, such as imported ones. */
export function ungroupedFields(histogram: Histogram) {
  return {
    histogram,
    weighted: votesOf(histogram),
    week: null,
    week_weighted: null,
    tally: NO_TALLY,
  };
}

/** The votes of groups; none if the bytes are malformed. */
function readGroups(bytes: Uint8Array | undefined): Map<number, Votes> {
  return (bytes && decodeGroups(bytes)) ?? new Map<number, Votes>();
}

/** The spread of a joke's votes; without groups if they are malformed, so that every vote counts in full. */
function spreadOf({ tally }: Pick<Counted, 'tally'>): Spread {
  return { groups: readGroups(tally?.groups), weekGroups: readGroups(tally?.week_groups) };
}

/** Counts a vote of a group. */
function addTo(groups: Map<number, Votes>, group: number, star: number): void {
  const { votes, stars } = groups.get(group) ?? { votes: 0, stars: 0 };
  groups.set(group, { votes: votes + 1, stars: stars + star });
}

/**
 * All fields of a joke that change with a vote. One that comes late, after the first of a new week, is in no week.
 */
export function countVote(joke: Counted, { stars, group }: Vote, at: Date) {
  const spread = spreadOf(joke);
  const weekOfVote = weekOf(at);
  const isFirstOfWeek = joke.week === null || joke.week < weekOfVote;
  if (isFirstOfWeek) spread.weekGroups.clear();
  const week = isFirstOfWeek ? weekOfVote : joke.week;
  addTo(spread.groups, group, stars);
  if (week === weekOfVote) addTo(spread.weekGroups, group, stars);
  return countedFields({ histogram: withVote(joke.histogram, stars), week }, spread);
}
