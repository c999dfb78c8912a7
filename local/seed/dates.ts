import type { Random } from './random.ts';

const DAY = 24 * 60 * 60 * 1000;

/** The share of all jokes that had been created by a moment, in milliseconds since the epoch. */
interface Milestone {
  at: number;
  share: number;
}

const FOUNDED: Milestone = { at: Date.UTC(2005, 8, 3), share: 0 };
const FIRST_WAVE_ENDS: Milestone = { at: Date.UTC(2008, 0, 1), share: 0.45 };
const RELAUNCHED: Milestone = { at: Date.UTC(2025, 4, 5), share: 0.62 };
const LAST: Milestone = { at: Date.UTC(2026, 9, 20), share: 1 };
const RECENT_FROM = Date.UTC(2026, 0, 1);

/** The share of all jokes that was created in 2026, unless a caller needs more. */
export const USUAL_RECENT_SHARE = 0.18;

/**
 * The creation date of a joke. The site boomed from 2005 to 2007, idled, and boomed again after its
 * relaunch in 2025.
 *
 * @param position position in the order of creation, from 0 (first) up to but excluding 1 (last)
 * @param recentShare share of all jokes that was created in 2026, above 0 and below 1
 * @returns a date that increases with `position`, with a resolution of a millisecond
 */
export function creationDate(position: number, recentShare: number): Date {
  // The years before 2026 keep their proportions within the share that 2026 leaves.
  const scale = (1 - recentShare) / (1 - USUAL_RECENT_SHARE);
  const milestones: Milestone[] = [
    { at: FIRST_WAVE_ENDS.at, share: FIRST_WAVE_ENDS.share * scale },
    { at: RELAUNCHED.at, share: RELAUNCHED.share * scale },
    { at: RECENT_FROM, share: 1 - recentShare },
    LAST,
  ];
  let from = FOUNDED;
  for (const to of milestones) {
    if (position < to.share) return dateBetween(from, to, position);
    from = to;
  }
  return new Date(LAST.at);
}

function dateBetween(from: Milestone, to: Milestone, position: number): Date {
  const part = (position - from.share) / (to.share - from.share);
  return new Date(Math.floor(from.at + part * (to.at - from.at)));
}

/** The date of a moderator's decision: between an hour and eight days after the creation. */
export function reviewDate(created: Date, random: Random): Date {
  return new Date(created.getTime() + Math.floor((1 / 24 + random() * 7.9) * DAY));
}

/** Age in days on the seed's last day. */
export function ageInDays(created: Date): number {
  return (LAST.at - created.getTime()) / DAY;
}
