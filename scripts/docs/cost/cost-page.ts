import { table } from '../markdown.ts';
import { ASSUMED, FLOOD, VIEWS_A_MONTH } from './assumptions.ts';
import { decisionsCost, estimate, flood, type Estimate } from './estimate.ts';
import { readMeasured } from './measured.ts';
import { FREE, PRICES, SOURCES } from './prices.ts';

const JOKES_PER_DAY = 300;

const whole = (number: number) =>
  (number < 1_000 ? Math.round(number) : Number(number.toPrecision(3))).toLocaleString('en');
const dollars = (amount: number) =>
  amount < 100 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en')}`;
const percent = (share: number) => `${Number((100 * share).toPrecision(2))}%`;

function monthTable(months: readonly Estimate[]): string {
  const line = (name: string, free: string, text: (month: Estimate) => string) => [
    name,
    free,
    ...months.map(text),
  ];
  return table(
    ['', 'free', ...months.map(({ views }) => `${views.toLocaleString('en')} views`)],
    [
      line('Firestore reads', whole(FREE.reads), ({ reads }) => whole(reads)),
      line('Firestore writes', whole(FREE.writes), ({ writes }) => whole(writes)),
      line('Firestore TTL deletions', '0', ({ deletes }) => whole(deletes)),
      line('requests to the function', whole(FREE.requests), ({ requests }) => whole(requests)),
      line('GB from Hosting to visitors', whole(FREE.hostingGb), ({ transferGb }) =>
        whole(transferGb),
      ),
      line('**Firestore**', '', ({ cost }) => dollars(cost.firestore)),
      line('**Function**', '', ({ cost }) => dollars(cost.function)),
      line('**Hosting**', '', ({ cost }) => dollars(cost.hosting)),
      line('**A month**', '', ({ cost }) => `**${dollars(cost.total)}**`),
      line('… without a CDN cache', '', ({ cost }) => dollars(cost.withoutCdn)),
    ],
  );
}

/**
 * The text of docs/cost.md.
 * @param benchmarks the text of docs/benchmarks.md
 */
export function costPage(benchmarks: string): string {
  const measured = readMeasured(benchmarks);
  const { views } = ASSUMED;
  const rates = VIEWS_A_MONTH.map((count) => ({ views: count, ...measured.atRate(count) }));
  const attack = flood(measured);
  const day = decisionsCost(JOKES_PER_DAY, measured);
  return `# What it costs

Written by \`npm run bench\`, and by \`npm run docs\` if only a price or an assumption has changed. Measurements come from
[benchmarks.md](benchmarks.md), prices and assumptions from \`scripts/docs/cost\`.

## A month

${monthTable(VIEWS_A_MONTH.map((count) => estimate(count, measured)))}

A view is one page or joke that somebody looks at. The costs are after Google's free quotas. Those of Firestore and Hosting
apply per day, so a month with busy days costs a little more. Hosting's gigabytes are nearly all of the cost. The more
visitors there are, the more the CDN helps. The model has one cache for everybody; in reality each region has its own. The
last line shows how little depends on that: instances cache what they have read, so only the number of requests grows.

**Images** cost ${dollars(PRICES.image)} each to generate: ${dollars(100 * PRICES.image)} for the Top 100, once.

**A moderator's day** with ${JOKES_PER_DAY} pending jokes costs ${dollars(day)}: ${measured.decisionReads} reads and ${measured.decisionWrites} writes per decision, because the list is
reloaded after each one.

## Inputs

Measured:

${table(
  ['', ''],
  [
    [
      `views that reach the function, at ${rates.map(({ views }) => views.toLocaleString('en')).join(', ')} views a month`,
      rates.map(({ reached }) => percent(reached)).join(', '),
    ],
    [
      'reads per thousand views, including those by which an instance follows changes',
      rates.map(({ reads }) => whole(1_000 * reads)).join(', '),
    ],
    [
      'reads and writes of a vote, the first of its browser (P6)',
      `${measured.voteReads} and ${measured.voteWrites}`,
    ],
    ['reads of a page on an instance that has just started (P1)', whole(measured.coldPageReads)],
    [
      'reads and writes of a submission',
      `${measured.submissionReads} and ${measured.submissionWrites}`,
    ],
    [
      "KB of the site that a new visitor's browser loads, including everything for offline reading",
      whole(measured.siteKb),
    ],
    [
      'KB of a list page, the Top 100, the Newest 40, a single joke',
      [measured.listKb, measured.topKb, measured.newestKb, measured.singleKb].join(', '),
    ],
    ['KB of an image at 640 px (P15)', measured.imageKb.toFixed(0)],
  ],
)}

A grammar creates the jokes of the seed, so they compress well. A list of real ones is perhaps twice as large.

Assumed, until there are visitors to count:

- ${percent(views.list)} of the views are list pages, ${percent(views.top)} the Top 100, ${percent(views.newest)} the newest, ${percent(views.random)} random jokes and ${percent(views.single)} single
  jokes. A visit has ${ASSUMED.viewsPerVisit} views, and ${percent(ASSUMED.newVisitors)} of the visits come from a new browser.
- ${percent(ASSUMED.votesPerView)} of the views lead to a vote, each from a browser that has not voted before, and ${percent(ASSUMED.submissionsPerView)} to a submission. ${percent(ASSUMED.imagesPerView)} of
  the views include an image from one of ${ASSUMED.imageAddresses} URLs, each of which the CDN requests once an hour.
- ${ASSUMED.instances} instances run at a time, each with all of these reads. A request is billed as ${1_000 * ASSUMED.requestSeconds} ms, although it takes less
  and several share an instance. There are ${whole(ASSUMED.starts)} starts of ${ASSUMED.startSeconds} s per month.
- A response has ${ASSUMED.headersKb} KB of headers. Crawlers, storage (1 GiB of Firestore is free; a joke with its share of votes takes a few
  KB), backups, logs and traffic from the function to the CDN are not included.

## The cost of a flood

\`MAX_INSTANCES\` limits what a flood can do to the function and the database. A day with all ${FLOOD.instances} instances busy:

${table(
  ['a day of', 'at most'],
  [
    ['instances that are always busy', dollars(attack.running)],
    [
      `the ${whole(attack.requests)} requests that they answer, at ${FLOOD.requestsPerSecond} a second each (assumed)`,
      dollars(attack.asked),
    ],
    ['each of them a vote that counts, from thousands of networks', dollars(attack.voted)],
    [
      `downloads from the CDN at ${FLOOD.gigabitsPerSecond} Gbit/s, ${whole(attack.transferGb)} GB`,
      dollars(attack.transfer),
    ],
  ],
)}

Nothing limits the last line, because Hosting has no such setting. A [budget alert](operating.md#once-after-the-first-deployment)
reports it within hours but stops nothing; \`npx firebase hosting:disable\` does. A flood causes few reads as long as an
instance caches all jokes, up to 20,000. A request for an image costs one read; on a larger site, a request for a far page
costs up to 100.

## Prices

List prices in US dollars, noted on November 20, 2026 from stored copies of web pages and **not checked live**. Check
[firebase.google.com/pricing](https://firebase.google.com/pricing) before a decision depends on them. To change one, edit
\`scripts/docs/cost/prices.ts\` and run \`npm run docs\`.

${table(['what', 'price', 'source'], SOURCES)}
`;
}
