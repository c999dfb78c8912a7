import { MONTH_DAYS } from './assumptions.ts';

/**
 * List prices in US dollars for what `npm run deploy` sets up by default: Firestore in `nam5`, the
 * function in `us-central1`. They come from stored copies of Google's pages and of pages that quote
 * them; `page.txt` says which. Prices change: check them before a decision depends on them.
 */
export const PRICES = {
  readsPer100k: 0.06,
  writesPer100k: 0.18,
  deletesPer100k: 0.02,
  vcpuSecond: 0.000_024,
  gibSecond: 0.000_002_5,
  requestsPerMillion: 0.4,
  hostingGb: 0.15,
  image: 0.067,
} as const;

/** Free quotas per month; those of Firestore and Hosting apply per day. */
export const FREE = {
  reads: 50_000 * MONTH_DAYS,
  writes: 20_000 * MONTH_DAYS,
  vcpuSeconds: 180_000,
  gibSeconds: 360_000,
  requests: 2_000_000,
  hostingGb: 10,
} as const;
