import { HOUR_MS, MINUTE_MS } from './days.ts';

/** How much of something each instance accepts in a window of time. */
export interface Quota {
  windowMs: number;
  /** the most uses by one network: an IPv4 /24 or an IPv6 /48 */
  network: number;
  /** the most uses by everyone; the owner can set it */
  everyone?: number;
  /** so many uses are little: the last half of `everyone` is only for providers (IPv4 /24, IPv6 /32) with fewer */
  little?: number;
}

/** All quotas, except that of guessed passwords (`sessions/login-guard.service.ts`). */
export const quotas = {
  /** one per address of a /24, and a few more */
  newVoters: { windowMs: HOUR_MS, network: 280, everyone: 2_000, little: 10 },
  /** with a cookie or without, even if a vote turns out to be counted already */
  votes: { windowMs: HOUR_MS, network: 600, everyone: 5_000, little: 10 },
  submissions: { windowMs: HOUR_MS, network: 40, everyone: 200, little: 1 },
  reports: { windowMs: HOUR_MS, network: 80, everyone: 400, little: 1 },
  /** of similar facts, and of receipts that no instance has in memory */
  lookups: { windowMs: HOUR_MS, network: 240, everyone: 2_000, little: 10 },
  /** and of related facts, as far as no cache answers */
  searches: { windowMs: MINUTE_MS, network: 240 },
} as const satisfies Record<string, Quota>;
