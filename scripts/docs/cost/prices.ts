import { MONTH_DAYS } from './assumptions.ts';

/**
 * List prices in US dollars for what `npm run deploy` sets up by default: Firestore in `nam5`, the
 * function in `us-central1`. They come from stored copies of Google's pages and of pages that quote
 * them; `SOURCES` says which. Prices change: check them before a decision depends on them.
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

/** Where the prices come from, and how reliable that is. */
export const SOURCES: [what: string, price: string, source: string][] = [
  [
    'Firestore, multi-region `nam5`',
    `$${PRICES.readsPer100k} per 100,000 reads, $${PRICES.writesPer100k} per 100,000 writes, $${PRICES.deletesPer100k} per 100,000 deletes; a region such as \`us-central1\` costs about half`,
    '“Cloud Firestore pricing”, an older stored copy',
  ],
  [
    'Firestore, free',
    '50,000 reads and 20,000 writes per day, 1 GiB; TTL deletions are never free',
    '“Firestore pricing”, cloud.google.com/firestore/pricing, stored copy',
  ],
  [
    'Cloud Functions, 2nd generation (= Cloud Run, tier 1, billed by request)',
    `$${PRICES.vcpuSecond.toFixed(6)} per vCPU second, $${PRICES.gibSecond.toFixed(7)} per GiB second, $${PRICES.requestsPerMillion.toFixed(2)} per million requests; 180,000, 360,000 and 2 million per month free; rounded up to 100 ms`,
    '“Cloud Run pricing”, cloud.google.com/run/pricing, stored copy',
  ],
  [
    'Firebase Hosting',
    `$${PRICES.hostingGb} per GB to visitors; 360 MB per day (10 GB per month) free`,
    'quoted by other pages; firebase.google.com/pricing was not available',
  ],
  [
    'Vertex AI, `gemini-3.1-flash-image`',
    `$${PRICES.image} per image of 1024 px`,
    'quoted by other pages',
  ],
];
