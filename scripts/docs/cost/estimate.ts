import { COLD_READS_PER_MINUTE } from '../../../functions/src/features/jokes/joke-cache.ts';
import { ASSUMED, FLOOD, MONTH_DAYS } from './assumptions.ts';
import type { Measured } from './measured.ts';
import { FREE, PRICES } from './prices.ts';

const KB_PER_GB = 1_000_000 / 1.024;

/** What a month uses and costs. Money in US dollars. */
export type Estimate = ReturnType<typeof estimate>;

const beyond = (used: number, free: number) => Math.max(0, used - free);

/** The cost of Firestore for a month, in US dollars. */
function firestoreCost(reads: number, writes: number, deletes: number): number {
  const hundredThousands =
    beyond(reads, FREE.reads) * PRICES.readsPer100k +
    beyond(writes, FREE.writes) * PRICES.writesPer100k +
    deletes * PRICES.deletesPer100k;
  return hundredThousands / 100_000;
}

/** The cost of the function for a month with this number of requests, in US dollars. */
function functionCost(requests: number): number {
  const seconds = requests * ASSUMED.requestSeconds + ASSUMED.starts * ASSUMED.startSeconds;
  return (
    beyond(seconds, FREE.vcpuSeconds) * PRICES.vcpuSecond +
    beyond(seconds * ASSUMED.memoryGib, FREE.gibSeconds) * PRICES.gibSecond +
    (beyond(requests, FREE.requests) / 1_000_000) * PRICES.requestsPerMillion
  );
}

/** A month with this number of views, which must be one of the measured rates. */
export function estimate(views: number, measured: Measured) {
  const votes = views * ASSUMED.votesPerView;
  const submissions = views * ASSUMED.submissionsPerView;
  const visits = views / ASSUMED.viewsPerVisit;
  const { reached, reads: viewReads } = measured.atRate(views);
  const imageViews = views * ASSUMED.imagesPerView;
  // The CDN requests each at most once an hour; each request costs one read.
  const imageRequests = Math.min(imageViews, ASSUMED.imageAddresses * 24 * MONTH_DAYS);

  const reads =
    views * viewReads * ASSUMED.instances +
    imageRequests +
    votes * measured.voteReads +
    submissions * (measured.submissionReads + measured.decisionReads) +
    ASSUMED.starts * measured.coldPageReads;
  const writes =
    votes * measured.voteWrites +
    submissions * (measured.submissionWrites + measured.decisionWrites);
  // Documents that Firestore deletes when they expire.
  const deletes = votes + submissions;
  const requests = views * reached + imageRequests + votes + 3 * submissions;
  const { list, top, newest, random, single } = ASSUMED.views;
  const answerKb =
    list * measured.listKb +
    top * measured.topKb +
    newest * measured.newestKb +
    (random + single) * measured.singleKb +
    ASSUMED.headersKb;
  const firstVisitKb = measured.siteKb + measured.listKb + measured.topKb + measured.newestKb;
  const transferGb =
    (views * answerKb +
      imageViews * measured.imageKb +
      visits * ASSUMED.newVisitors * firstVisitKb) /
    KB_PER_GB;

  const firestore = firestoreCost(reads, writes, deletes);
  const running = functionCost(requests);
  // If every view reached the function.
  const uncached = functionCost(views + imageViews + votes + 3 * submissions);
  const hosting = beyond(transferGb, FREE.hostingGb) * PRICES.hostingGb;
  const cost = {
    firestore,
    function: running,
    hosting,
    total: firestore + running + hosting,
    withoutCdn: firestore + uncached + hosting,
  };
  return { views, reads, writes, deletes, requests, transferGb, cost };
}

const DAY_SECONDS = 86_400;

/** The most that a day of a flood can cost, in US dollars, ignoring free quotas. */
export function flood(measured: Measured) {
  const seconds = FLOOD.instances * DAY_SECONDS;
  const requests = seconds * FLOOD.requestsPerSecond;
  const running = seconds * (PRICES.vcpuSecond + ASSUMED.memoryGib * PRICES.gibSecond);
  const asked = (requests / 1_000_000) * PRICES.requestsPerMillion;
  const { voteReads, voteWrites, knownVoteReads, knownVoteWrites } = measured;
  // New voters are limited; the others have voted on another joke before.
  const newVoters = Math.min(requests, 24 * FLOOD.newVotersPerHour);
  const known = requests - newVoters;
  const reads = newVoters * voteReads + known * knownVoteReads;
  const writes = newVoters * voteWrites + known * knownVoteWrites;
  const voted = (reads * PRICES.readsPer100k + writes * PRICES.writesPer100k) / 100_000;
  const price = PRICES.readsPer100k / 100_000;
  const readSingly = requests * FLOOD.uncachedReads * price;
  const readInLists = (seconds / 60) * COLD_READS_PER_MINUTE * price;
  const transferGb = (FLOOD.gigabitsPerSecond / 8) * DAY_SECONDS;
  const transfer = transferGb * PRICES.hostingGb;
  return { requests, running, asked, voted, readSingly, readInLists, transferGb, transfer };
}

/** The cost of deciding on this number of jokes, in US dollars, ignoring free quotas. */
export function decisionsCost(jokes: number, measured: Measured): number {
  const { decisionReads, decisionWrites } = measured;
  return (
    (jokes * (decisionReads * PRICES.readsPer100k + decisionWrites * PRICES.writesPer100k)) /
    100_000
  );
}
