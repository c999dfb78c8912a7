import { DAY_MS, HOUR_MS, MINUTE_MS } from './days.ts';

/**
 * What each instance accepts in a window, from one `network` (IPv4 /24, IPv6 /48) and from `everyone`. The last half
 * of that is only for providers (IPv4 /24, IPv6 /32) with fewer than `little`.
 */
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
} as const;

/** Guesses of passwords and of the setup key. */
export const guesses = {
  /** at one account; browsers that it knows, and each session, have as many of their own */
  account: { windowMs: 15 * MINUTE_MS, most: 10 },
  /** of a network, and of an IPv6 /32, which has many */
  network: { windowMs: DAY_MS, most: 30, provider: 300 },
  /** After so many, the log says so. */
  everyone: { windowMs: HOUR_MS, worthAnError: 100 },
} as const;
