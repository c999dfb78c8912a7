import type { ChosenVotes, EndpointOutput } from 'functions/contract';
import { limits } from 'functions/domain';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;

const moment = new Intl.DateTimeFormat(undefined, {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
});

/** A time of votes in the moderator's language. All of them are in UTC, like the days of the counts. */
export function momentText(time: string): string {
  return `${moment.format(new Date(time))} UTC`;
}

/** A time as the value of a `datetime-local` field, in UTC. */
function fieldOf(time: number): string {
  return new Date(time).toISOString().slice(0, 16);
}

/** The time of a field; empty for an empty or incomplete one. */
export function timeOf(field: string): string {
  const time = new Date(`${field}Z`);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/**
 * The time that a form first offers: the unusual day or, without one, everything that is shown, up to what
 * is old enough to be discarded.
 * @param now milliseconds since the epoch
 */
export function firstTime(
  shown: { unusual_at: string | null; from: string; to: string },
  now: number,
): { from: string; to: string } {
  const unusual = shown.unusual_at === null ? undefined : Date.parse(shown.unusual_at);
  const from = unusual === undefined ? Date.parse(shown.from) : unusual - (unusual % DAY_MS);
  const end = unusual === undefined ? Date.parse(shown.to) : from + DAY_MS;
  const latest = now - limits.discardMinAgeSeconds * 1_000;
  const to = Math.min(end, latest - (latest % MINUTE_MS));
  return { from: fieldOf(from), to: fieldOf(Math.max(from, to)) };
}

/** Such as '1 vote' or '118 votes'. */
export function countVotes(count: number): string {
  return count === 1 ? '1 vote' : `${count.toLocaleString()} votes`;
}

/** The name of a group of networks. */
export function groupName(group: number | null): string {
  return group === null ? 'Unknown' : `Group ${group}`;
}

/** Which votes a choice has: 'Nov 22, 2026, 9:00 AM UTC to …, 4 and 5 stars, group 171'. */
export function choiceText({ from, to, stars, group }: ChosenVotes): string {
  const given = new Intl.ListFormat('en').format(stars.toSorted((a, b) => a - b).map(String));
  const parts = [
    `${momentText(from)} to ${momentText(to)}`,
    stars.length < limits.ratingMax && `${given} ${given === '1' ? 'star' : 'stars'}`,
    group !== null && `group ${group}`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}

/** What a discard would change: '118 of 131 votes; 4.8 → 3.4; no. 1 → no. 388'. */
export function previewText({ votes, before, after }: EndpointOutput<'previewDiscard'>): string {
  const place = (rank: number | null) => `no. ${rank?.toLocaleString() ?? '–'}`;
  const parts = [
    `${votes.toLocaleString()} of ${countVotes(before.num_votes)}`,
    `${before.rating.toFixed(1)} → ${after.rating.toFixed(1)}`,
    before.rank !== null && `${place(before.rank)} → ${place(after.rank)}`,
  ];
  return parts.filter((part) => part !== false).join('; ');
}
