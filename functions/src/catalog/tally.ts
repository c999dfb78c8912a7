import * as z from 'zod';
import { weekOf } from '../domain/index.ts';
import {
  sumOf,
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
type Tally = z.infer<typeof tallyDocument>;

/** What a joke has of its votes; `tally` is null if it is malformed. */
export interface Counted {
  histogram: Histogram;
  tally: Tally | null;
  week: string | null;
}

/** An integer in groups of seven bits, the lowest first (LEB128). */
function encodeInteger(value: number): number[] {
  if (value < 0x80) return [value];
  return [(value % 0x80) + 0x80, ...encodeInteger(Math.floor(value / 0x80))];
}

/**
 * The votes of groups in bytes, by ascending number: for each the number, how many votes it has, and their
 * stars beyond one each, both of variable length. At most 1.5 KB up to 16,383 votes of each group, so for four
 * million votes.
 */
export function encodeGroups(groups: VoteGroups) {
  const sorted = [...groups].sort(([a], [b]) => a - b);
  return Uint8Array.from(
    sorted.flatMap(([group, { votes, stars }]) => [
      group,
      ...encodeInteger(votes),
      ...encodeInteger(stars - votes),
    ]),
  );
}

/** The reverse of {@link encodeGroups}. Bytes that it can't have made have no groups, so that every vote counts in full. */
export function decodeGroups(bytes: Uint8Array = new Uint8Array()): Map<number, Votes> {
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
    if (!valid) return new Map();
    groups.set(group, { votes, stars });
    last = group;
  }
  return groups;
}

/** What counts of votes, and of those of a week. */
function weigh(histogram: Histogram, groups: VoteGroups, weekGroups: VoteGroups) {
  return {
    weighted: weighVotes(votesOf(histogram), groups),
    week_weighted: weighVotes(sumOf(weekGroups.values()), weekGroups),
  };
}

/** The fields of a joke whose votes have no groups, such as imported ones. */
export function ungroupedFields(histogram: Histogram) {
  return {
    histogram,
    weighted: votesOf(histogram),
    week: null,
    week_weighted: null,
    tally: { groups: new Uint8Array(), week_groups: new Uint8Array() },
  };
}

/** Counts a vote of a group. */
function addTo(groups: Map<number, Votes>, { stars, group }: Vote): void {
  groups.set(group, sumOf([groups.get(group) ?? { votes: 0, stars: 0 }, { votes: 1, stars }]));
}

/** All fields of a joke that change with a vote. */
export function countVote(joke: Counted, vote: Vote, at: Date) {
  const ofVote = weekOf(at);
  // The clock of the instance that counted the last vote may be ahead.
  const week = joke.week !== null && joke.week > ofVote ? joke.week : ofVote;
  const histogram = withVote(joke.histogram, vote.stars);
  const groups = decodeGroups(joke.tally?.groups);
  const weekGroups = decodeGroups(week === joke.week ? joke.tally?.week_groups : undefined);
  addTo(groups, vote);
  addTo(weekGroups, vote);
  return {
    histogram,
    week,
    ...weigh(histogram, groups, weekGroups),
    tally: { groups: encodeGroups(groups), week_groups: encodeGroups(weekGroups) },
  };
}
