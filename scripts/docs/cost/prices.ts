import { MONTH_DAYS } from './assumptions.ts';

/**
 * List prices in US dollars of what `npm run deploy` sets up where nothing is changed: Firestore in
 * `nam5`, the function in `us-central1`. Taken from stored copies of Google's pages and of pages that
 * quote them; `source` says which. Prices change: look before a decision hangs on them.
 */
export const PRICES = {
  readsPer100k: 0.06,
  writesPer100k: 0.18,
  deletesPer100k: 0.02,
  vcpuSecond: 0.000_024,
  gibSecond: 0.000_002_5,
  requestsPerMillion: 0.4,
  hostingGb: 0.15,
  picture: 0.067,
} as const;

/** What is free in a month; Firestore and Hosting give it by the day. */
export const FREE = {
  reads: 50_000 * MONTH_DAYS,
  writes: 20_000 * MONTH_DAYS,
  vcpuSeconds: 180_000,
  gibSeconds: 360_000,
  requests: 2_000_000,
  hostingGb: 10,
} as const;

/** Where the prices come from, and how far that can be relied on. */
export const SOURCES: [what: string, price: string, source: string][] = [
  [
    'Firestore, multi-region `nam5`',
    `$${PRICES.readsPer100k} per 100,000 reads, $${PRICES.writesPer100k} writes, $${PRICES.deletesPer100k} deletes; a region such as \`us-central1\` about half`,
    '“Cloud Firestore pricing”, an older stored copy',
  ],
  [
    'Firestore, free',
    '50,000 reads and 20,000 writes a day, 1 GiB; deletions by TTL are never free',
    '“Firestore pricing”, cloud.google.com/firestore/pricing, stored copy',
  ],
  [
    'Cloud Functions, 2nd generation (= Cloud Run, tier 1, billed by request)',
    `$${PRICES.vcpuSecond.toFixed(6)} per vCPU second, $${PRICES.gibSecond.toFixed(7)} per GiB second, $${PRICES.requestsPerMillion.toFixed(2)} per million requests; 180,000, 360,000 and 2 million a month free; rounded up to 100 ms`,
    '“Cloud Run pricing”, cloud.google.com/run/pricing, stored copy',
  ],
  [
    'Firebase Hosting',
    `$${PRICES.hostingGb} per GB to visitors; 360 MB a day (10 GB a month) free`,
    'quoted by other pages; firebase.google.com/pricing was not at hand',
  ],
  [
    'Vertex AI, `gemini-3.1-flash-image`',
    `$${PRICES.picture} an image of 1024 px`,
    'quoted by other pages',
  ],
];
