import { READ } from '../../functions/src/catalog/follower.ts';
import { quotas } from '../../functions/src/domain/index.ts';
import { settings } from '../../functions/src/settings.ts';

export const MONTH_DAYS = 30;
const MONTH_SECONDS = MONTH_DAYS * 86_400;

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

/** How much is used of each resource in a month. */
export type Usage = Readonly<Record<(typeof RESOURCES)[number]['id'], number>>;

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

/** The passwords that are compared in an hour, of one network and of all: 30 of a network in a day; one at a time, each in 0.2 s (assumed). */
const PASSWORDS_PER_HOUR = [30 / 24, 3_600 / 0.2] as const;

/** How often an instance reads for `/health`, and whether an administrator exists. */
const HEALTH_SECONDS = 5;

const REFRESH_SECONDS = READ.visitor.newerThan / 1_000;
/** How much longer ago a change may be that a refresh reads again. */
const OVERLAP_SECONDS = 120;

/**
 * What a refresh reads, in reads: the root and the facts that changed lately.
 * @param period seconds since the last one
 * @param changes of facts in a second, each of another one, which is the most that they can cost
 */
function refreshReads(facts: number, period: number, changes: number): number {
  const recent = Math.min(facts, (OVERLAP_SECONDS + period) * changes);
  // A query that finds nothing costs a read, too. Recent changes have a Poisson distribution.
  return 1 + recent + Math.exp(-recent);
}

/** The size of a snapshot in documents, how many changes cause it, and what it costs besides a refresh. */
function snapshotOf(facts: number) {
  // About 57 bytes of each fact, in parts of 700 KB.
  const parts = Math.ceil(facts / 12_000);
  return {
    parts,
    changes: Math.max(100, 0.01 * facts),
    // The root for the lease, each part and the end, then a list of all parts, old ones too, with the root twice.
    reads: 4 + 3 * parts,
    // The root names who writes it, then the snapshot.
    writes: 2 + parts,
  };
}

/**
 * The reads and writes by which all instances have the catalog in memory for a month (decision 41).
 * @param requests to the function, spread evenly
 * @param changes of facts
 */
function followCatalog(facts: number, requests: number, changes: number) {
  const { instances, starts } = ASSUMED;
  // An instance refreshes at the first request after 25 s.
  const period = REFRESH_SECONDS + (instances * MONTH_SECONDS) / requests;
  const perRefresh = refreshReads(facts, period, changes / MONTH_SECONDS);
  const snapshot = snapshotOf(facts);
  const snapshots = changes / snapshot.changes;
  // The root, the snapshot, half of the changes between two of them, the day's fact and the key of voter ids.
  const perStart = 1 + snapshot.parts + snapshot.changes / 2 + 2;
  return {
    reads:
      ((instances * MONTH_SECONDS) / period) * perRefresh +
      starts * perStart +
      snapshots * (perRefresh + snapshot.reads) +
      // Once a week, one instance reads all facts for a snapshot, and each of the others reads that.
      ((facts + instances * snapshot.parts) * MONTH_DAYS) / 7,
    writes: snapshots * snapshot.writes,
  };
}

/**
 * Looks up measurements in the table of the benchmarks.
 * @param benchmarks the text of docs/benchmarks.md
 * @returns the first number of the row that starts with `what`, or of the one below it that starts with `then`; throws
 *   an Error that names a missing row
 */
export function measurements(benchmarks: string) {
  const rows = benchmarks
    .split('\n')
    .map((line) => line.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  return (what: string, then = ''): number => {
    const start = rows.findIndex((row) => row[2]?.startsWith(what));
    const row = start < 0 ? [] : rows.slice(start).find((row) => row[2]?.startsWith(then));
    const [number] = /\d[\d,]*(?:\.\d+)?/.exec(row?.[3] ?? '') ?? [];
    if (number !== undefined) return Number(number.replaceAll(',', ''));
    throw new Error(`docs/benchmarks.md has no “${what} ${then}”; npm run bench writes it`);
  };
}

/**
 * The use of a month.
 * @param views one of the measured rates
 * @param facts if it is not the measured number, every view is assumed to reach the function
 */
export function useOfMonth(
  views: number,
  measured: ReturnType<typeof measurements>,
  facts = MEASURED_FACTS,
): Usage {
  const rate = `% of views that reach the function at ${views.toLocaleString('en')} views a month`;
  const reached = facts === MEASURED_FACTS ? measured(rate) / 100 : 1;
  const votes = views * ASSUMED.votesPerView;
  const submissions = views * ASSUMED.submissionsPerView;
  const imageViews = views * ASSUMED.imagesPerView;
  // The CDN requests each at most once an hour.
  const imageRequests = Math.min(imageViews, ASSUMED.imageUrls * 24 * MONTH_DAYS);
  const requests = views * reached + imageRequests + votes + 3 * submissions;
  // A submission is decided, too.
  const catalog = followCatalog(facts, requests, votes + 2 * submissions);
  const use = (operations: 'reads' | 'writes') =>
    catalog[operations] +
    votes *
      measured(
        'reads of the first vote by a new browser',
        operations === 'writes' ? '… writes' : '',
      ) +
    submissions *
      (measured(`${operations} of a submission`) + measured(`${operations} of a decision`));

  const seconds = requests * ASSUMED.requestSeconds + ASSUMED.starts * ASSUMED.startSeconds;
  const shares = ASSUMED.views;
  const kbOf = (what: string) => measured(`KB of ${what}`);
  const pagesKb = { list: kbOf('a list page'), top: kbOf('the Top'), newest: kbOf('the Newest') };
  const viewKb =
    shares.list * pagesKb.list +
    shares.top * pagesKb.top +
    shares.newest * pagesKb.newest +
    (shares.random + shares.single) * kbOf('a single fact') +
    ASSUMED.headersKb;
  // A new visitor loads all of the site for offline reading.
  const firstVisits = (views / ASSUMED.viewsPerVisit) * ASSUMED.newVisitors;
  const firstKb =
    kbOf('the site’s own files for a new visitor') + pagesKb.list + pagesKb.top + pagesKb.newest;
  const sentKb =
    views * viewKb + imageViews * kbOf('a photo-like image at 640 px') + firstVisits * firstKb;
  return {
    reads: use('reads'),
    writes: use('writes'),
    requests,
    vcpuSeconds: seconds,
    gibSeconds: seconds * ASSUMED.memoryGib,
    hostingGb: (sentKb * 1.024) / 1_000_000,
  };
}

/** The cost of a month beyond the free quotas, in US dollars. */
export function costOf(usage: Usage): number {
  return RESOURCES.reduce((sum, { id, price, per, free }) => {
    return sum + (Math.max(0, usage[id] - free) * price) / per;
  }, 0);
}

/** What a day of a flood may cost, in US dollars, by where it comes from: one network, or every network on earth. */
export const FLOOD_BOUNDS = { network: 10, everyone: 100 } as const;

/** The facts of the site that is flooded. */
const FLOODED_FACTS = 20_000;

/**
 * What a day of any requests costs at most, besides busy instances, their requests and the CDN, without the free quotas.
 * @returns for each thing that the database does: how often in an hour and instance, how much of it an instance reads
 *   and writes each time, and what all instances pay for it in a day, in US dollars
 */
export function floodOfDay(
  from: keyof typeof FLOOD_BOUNDS,
  measured: ReturnType<typeof measurements>,
) {
  const instances = settings.MAX_INSTANCES.default;
  const quota = (network: number, everyone: number) => (from === 'network' ? network : everyone);
  // A new browser's first vote reads less. A report does the same as a vote.
  const vote = {
    reads: measured('reads of a vote by a known browser'),
    writes: measured('reads of a vote by a known browser', '… writes'),
  };
  const submission = {
    reads: measured('reads of a submission'),
    writes: measured('writes of a submission'),
  };
  const oneRead = { reads: 1, writes: 0 };
  const votes = quota(quotas.votes.network, quotas.votes.everyone);
  const submissions = quota(quotas.submissions.network, quotas.submissions.everyone);
  const reports = quota(quotas.reports.network, quotas.reports.everyone);

  const changes = votes + submissions + reports;
  const snapshot = snapshotOf(FLOODED_FACTS);
  // What one instance reads has been changed by requests to all.
  const refresh = {
    reads: refreshReads(FLOODED_FACTS, REFRESH_SECONDS, (instances * changes) / 3_600),
    writes: 0,
  };
  const rows = [
    { what: 'votes', hourly: votes, ...vote },
    { what: 'submissions', hourly: submissions, ...submission },
    { what: 'reports', hourly: reports, ...vote },
    {
      what: 'look-ups of receipts and similar facts',
      hourly: quota(quotas.lookups.network, quotas.lookups.everyone),
      ...oneRead,
    },
    { what: 'passwords that are checked', hourly: quota(...PASSWORDS_PER_HOUR), ...oneRead },
    { what: '`/health` and `GET /admin/setup`', hourly: 2 * (3_600 / HEALTH_SECONDS), ...oneRead },
    { what: 'refreshes', hourly: 3_600 / REFRESH_SECONDS, ...refresh },
    {
      what: 'snapshots',
      hourly: changes / snapshot.changes,
      reads: refresh.reads + snapshot.reads,
      writes: snapshot.writes,
    },
  ];
  const [read, write] = RESOURCES;
  return rows.map((row) => {
    const { hourly, reads, writes } = row;
    const each = (reads * read.price) / read.per + (writes * write.price) / write.per;
    return { ...row, cost: 24 * instances * hourly * each };
  });
}
