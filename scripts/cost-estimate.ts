export const MONTH_DAYS = 30;

/**
 * What Google bills, at list prices in US dollars for `per` units, and how much of it is free in a month:
 * Firestore in `nam5`, the function in `us-central1`. docs/cost.md says where the prices come from.
 */
export const RESOURCES = [
  { id: 'reads', name: 'Firestore reads', price: 0.06, per: 100_000, free: 50_000 * MONTH_DAYS },
  { id: 'writes', name: 'Firestore writes', price: 0.18, per: 100_000, free: 20_000 * MONTH_DAYS },
  { id: 'requests', name: 'requests to the function', price: 0.4, per: 1_000_000, free: 2_000_000 },
  { id: 'vcpuSeconds', name: 'vCPU seconds', price: 2.4, per: 100_000, free: 180_000 },
  { id: 'gibSeconds', name: 'GiB seconds', price: 0.25, per: 100_000, free: 360_000 },
  { id: 'hostingGb', name: 'GB from Hosting to visitors', price: 0.15, per: 1, free: 10 },
] as const;

/** How much is used of each resource. */
export type Usage = Readonly<Partial<Record<(typeof RESOURCES)[number]['id'], number>>>;

/** The months that are estimated, in views. */
export const VIEWS_A_MONTH = [100_000, 1_000_000, 10_000_000] as const;

/** How many facts the measured site has. */
export const MEASURED_FACTS = 600;

/** What can't be measured before there are visitors. docs/cost.md lists it. */
export const ASSUMED = {
  /** what visitors view, as shares of all views */
  views: { list: 0.5, top: 0.15, newest: 0.1, random: 0.15, single: 0.1 },
  /** the share of the views of the Top 100 that ask for this week's */
  weekOfTop: 0.2,
  viewsPerVisit: 5,
  /** the share of visits by a browser that has cached nothing of the site yet */
  newVisitors: 0.7,
  votesPerView: 0.05,
  submissionsPerView: 0.000_5,
  imagesPerView: 0.2,
  /** URLs of images that are viewed all the time: the Top 100 in two widths */
  imageUrls: 200,
  /** headers of a response, in KB */
  headersKb: 1,
  /** instances that run at the same time */
  instances: 2,
  /** the time billed for a request, in seconds */
  requestSeconds: 0.1,
  /** instance starts per month, and the seconds that each takes */
  starts: 3_000,
  startSeconds: 2,
  memoryGib: 0.5,
} as const;

/** How instances follow the database: decision 41. */
const CATALOG = {
  /** the least time between two refreshes of an instance */
  refreshSeconds: 25,
  /** so much of what a refresh has read is read again by the next one */
  overlapSeconds: 120,
  /** a snapshot is written when so many facts have changed, or this share of them */
  changes: { fewest: 100, share: 0.01 },
  /** the reads of writing one: two of the root, a refresh, and what is left of others */
  snapshotReads: 10,
  /** days after which all facts are read for one */
  fullDays: 7,
  /** about 57 bytes of each, in parts of 700 KB */
  factsPerPart: 12_000,
  /** what an instance reads once besides the catalog: the day's fact and the key that signs voter ids */
  otherReads: 2,
} as const;

const MONTH_SECONDS = MONTH_DAYS * 86_400;

/**
 * The reads and writes by which all instances have the catalog in memory for a month.
 * @param requests to the function, spread evenly
 * @param changes of facts, each of another one, which is the most that they can cost
 */
function followCatalog(facts: number, requests: number, changes: number) {
  const { instances, starts } = ASSUMED;
  // The first request after that time makes the instance follow.
  const period = CATALOG.refreshSeconds + (instances * MONTH_SECONDS) / requests;
  const recent = ((CATALOG.overlapSeconds + period) * changes) / MONTH_SECONDS;
  // The root, and a query, which costs a read if it finds nothing (recent changes have a Poisson distribution).
  const perRefresh = 1 + recent + Math.exp(-recent);
  const parts = Math.ceil(facts / CATALOG.factsPerPart);
  const changesPerSnapshot = Math.max(CATALOG.changes.fewest, CATALOG.changes.share * facts);
  const snapshots = changes / changesPerSnapshot;
  // On average, half of the changes have happened after which the next snapshot is written.
  const perStart = 2 + parts + changesPerSnapshot / 2 + CATALOG.otherReads;
  return {
    reads:
      ((instances * MONTH_SECONDS) / period) * perRefresh +
      starts * perStart +
      snapshots * (CATALOG.snapshotReads + instances * parts) +
      (facts * MONTH_DAYS) / CATALOG.fullDays,
    // The root names who writes it, then the snapshot.
    writes: snapshots * (2 + parts),
  };
}

const FIRST_NUMBER = /\d[\d,]*(?:\.\d+)?/;
const KB_PER_GB = 1_000_000 / 1.024;

/**
 * Looks up measurements in the table of the benchmarks.
 * @param benchmarks the text of docs/benchmarks.md
 * @returns the number in the first row with this id whose text starts with `what`, searched from the row that
 *   starts with `from`; it throws an Error that names a missing row
 */
export function measurements(benchmarks: string) {
  const rows = benchmarks.split('\n').flatMap((line) => {
    const [, id, what, measured = ''] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    const [number] = FIRST_NUMBER.exec(measured) ?? [];
    return number === undefined ? [] : [{ id, what, number: Number(number.replaceAll(',', '')) }];
  });
  return (id: string, what: string, from = ''): number => {
    const start = rows.findIndex((row) => row.what?.startsWith(from));
    const found = rows
      .slice(Math.max(0, start))
      .find((row) => row.id === id && row.what?.startsWith(what));
    if (start >= 0 && found) return found.number;
    throw new Error(`docs/benchmarks.md has no ${id} “${what}”; npm run bench writes it`);
  };
}

type Measured = ReturnType<typeof measurements>;

/**
 * The use of a month.
 * @param views one of the measured rates
 * @param facts if it is not the measured number, every view is assumed to reach the function
 */
export function useOfMonth(views: number, measured: Measured, facts = MEASURED_FACTS) {
  const rate = `at ${views.toLocaleString('en')} views a month`;
  const reached =
    facts === MEASURED_FACTS
      ? measured('cost', `% of views that reach the function ${rate}`) / 100
      : 1;
  const votes = views * ASSUMED.votesPerView;
  const submissions = views * ASSUMED.submissionsPerView;
  const imageViews = views * ASSUMED.imagesPerView;
  // The CDN requests each at most once an hour.
  const imageRequests = Math.min(imageViews, ASSUMED.imageUrls * 24 * MONTH_DAYS);
  const voteReads = 'reads of the first vote by a new browser';
  const perSubmission = (operations: 'reads' | 'writes') =>
    measured('cost', `${operations} of a submission`) +
    measured('cost', `${operations} of a decision`);

  const requests = views * reached + imageRequests + votes + 3 * submissions;
  // A submission is decided, too.
  const catalog = followCatalog(facts, requests, votes + 2 * submissions);
  const seconds = requests * ASSUMED.requestSeconds + ASSUMED.starts * ASSUMED.startSeconds;
  const kb = {
    list: measured('cost', 'KB of a list page'),
    top: measured('cost', 'KB of the Top'),
  };
  const newestKb = measured('cost', 'KB of the Newest');
  const shares = ASSUMED.views;
  const viewKb =
    shares.list * kb.list +
    shares.top * kb.top +
    shares.newest * newestKb +
    (shares.random + shares.single) * measured('cost', 'KB of a single fact') +
    ASSUMED.headersKb;
  const siteKb = measured('cost', 'KB of the site’s own files for a new visitor');
  const firstVisits = (views / ASSUMED.viewsPerVisit) * ASSUMED.newVisitors;
  const sentKb =
    views * viewKb +
    imageViews * measured('P15', 'KB of a photo-like image at 640 px') +
    firstVisits * (siteKb + kb.list + kb.top + newestKb);
  return {
    reads: catalog.reads + votes * measured('P6', voteReads) + submissions * perSubmission('reads'),
    writes:
      catalog.writes +
      votes * measured('P6', '… writes', voteReads) +
      submissions * perSubmission('writes'),
    requests,
    vcpuSeconds: seconds,
    gibSeconds: seconds * ASSUMED.memoryGib,
    hostingGb: sentKb / KB_PER_GB,
  };
}

/** The cost of a month beyond the free quotas, in US dollars. */
export function costOf(usage: Usage): number {
  return RESOURCES.reduce((sum, { id, price, per, free }) => {
    const billed = Math.max(0, (usage[id] ?? 0) - free);
    return sum + (billed * price) / per;
  }, 0);
}
