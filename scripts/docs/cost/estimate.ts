import { ASSUMED, FLOOD, MONTH_DAYS } from './assumptions.ts';
import type { Measured } from './measured.ts';
import { FREE, PRICES } from './prices.ts';

const KB_PER_GB = 1_000_000 / 1.024;

/** What a month uses, and what of it costs something. Money in US dollars. */
export interface Estimate {
  views: number;
  reads: number;
  writes: number;
  /** documents that Firestore deletes when they expire */
  deletes: number;
  requests: number;
  transferGb: number;
  cost: {
    firestore: number;
    function: number;
    hosting: number;
    total: number;
    /** the total if every view reached the function */
    withoutCdn: number;
  };
}

const beyond = (used: number, free: number) => Math.max(0, used - free);

/** Dollars of Firestore for a month. */
function firestoreCost(reads: number, writes: number, deletes: number): number {
  const hundredThousands =
    beyond(reads, FREE.reads) * PRICES.readsPer100k +
    beyond(writes, FREE.writes) * PRICES.writesPer100k +
    deletes * PRICES.deletesPer100k;
  return hundredThousands / 100_000;
}

/** Dollars of the function for a month with so many requests. */
function functionCost(requests: number): number {
  const seconds = requests * ASSUMED.requestSeconds + ASSUMED.starts * ASSUMED.startSeconds;
  return (
    beyond(seconds, FREE.vcpuSeconds) * PRICES.vcpuSecond +
    beyond(seconds * ASSUMED.memoryGib, FREE.gibSeconds) * PRICES.gibSecond +
    (beyond(requests, FREE.requests) / 1_000_000) * PRICES.requestsPerMillion
  );
}

/** A month with so many views, one of those that were measured. */
export function estimate(views: number, measured: Measured): Estimate {
  const votes = views * ASSUMED.votesPerView;
  const submissions = views * ASSUMED.submissionsPerView;
  const visits = views / ASSUMED.viewsPerVisit;
  const { reached, reads: viewReads } = measured.atRate(views);
  const imagesSeen = views * ASSUMED.picturesPerView;
  // The CDN asks for each once an hour at most; each costs one read.
  const imagesAsked = Math.min(imagesSeen, ASSUMED.imageAddresses * 24 * MONTH_DAYS);

  const reads =
    views * viewReads * ASSUMED.instances +
    imagesAsked +
    votes * measured.voteReads +
    submissions * (measured.submissionReads + measured.decisionReads) +
    ASSUMED.starts * measured.coldPageReads;
  const writes =
    votes * measured.voteWrites +
    submissions * (measured.submissionWrites + measured.decisionWrites);
  const deletes = votes + submissions;
  const requests = views * reached + imagesAsked + votes + 3 * submissions;
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
      imagesSeen * measured.pictureKb +
      visits * ASSUMED.newVisitors * firstVisitKb) /
    KB_PER_GB;

  const firestore = firestoreCost(reads, writes, deletes);
  const running = functionCost(requests);
  const uncached = functionCost(views + imagesSeen + votes + 3 * submissions);
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

/** What a day of a flood can cost at the most, in US dollars, nothing of it free. */
export function flood(measured: Measured) {
  const seconds = FLOOD.instances * DAY_SECONDS;
  const requests = seconds * FLOOD.requestsPerSecond;
  const running = seconds * (PRICES.vcpuSecond + ASSUMED.memoryGib * PRICES.gibSecond);
  const asked = (requests / 1_000_000) * PRICES.requestsPerMillion;
  const voted =
    (requests *
      (measured.voteReads * PRICES.readsPer100k + measured.voteWrites * PRICES.writesPer100k)) /
    100_000;
  const transferGb = (FLOOD.gigabitsPerSecond / 8) * DAY_SECONDS;
  return { requests, running, asked, voted, transferGb, transfer: transferGb * PRICES.hostingGb };
}

/** What deciding on so many facts costs, in US dollars, nothing of it free. */
export function decisionsCost(facts: number, measured: Measured): number {
  const { decisionReads, decisionWrites } = measured;
  return (
    (facts * (decisionReads * PRICES.readsPer100k + decisionWrites * PRICES.writesPer100k)) /
    100_000
  );
}
