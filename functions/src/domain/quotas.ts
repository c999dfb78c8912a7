import { HOUR_MS, MINUTE_MS } from './days.ts';

/**
 * All quotas, except that of guessed passwords (`sessions/login-guard.service.ts`): what each instance accepts in a
 * window, from one `network` (IPv4 /24, IPv6 /48) and from `everyone`, which the owner can set. The last half of that is
 * only for providers (IPv4 /24, IPv6 /32) with fewer than `little`.
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
