import { table } from '../markdown.ts';
import { ASSUMED, FLOOD, VIEWS_A_MONTH } from './assumptions.ts';
import { decisionsCost, estimate, flood, type Estimate } from './estimate.ts';
import { readMeasured } from './measured.ts';
import { FREE, PRICES, SOURCES } from './prices.ts';

const FACTS_OF_A_DAY = 300;

const whole = (number: number) =>
  (number < 1_000 ? Math.round(number) : Number(number.toPrecision(3))).toLocaleString('en');
const dollars = (amount: number) =>
  amount < 100 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en')}`;
const percent = (share: number) => `${Number((100 * share).toPrecision(2))} %`;

function monthTable(months: readonly Estimate[]): string {
  const line = (name: string, free: string, told: (month: Estimate) => string) => [
    name,
    free,
    ...months.map(told),
  ];
  return table(
    ['', 'free', ...months.map(({ views }) => `${views.toLocaleString('en')} views`)],
    [
      line('Firestore reads', whole(FREE.reads), ({ reads }) => whole(reads)),
      line('Firestore writes', whole(FREE.writes), ({ writes }) => whole(writes)),
      line('Firestore deletions by TTL', '0', ({ deletes }) => whole(deletes)),
      line('requests to the function', whole(FREE.requests), ({ requests }) => whole(requests)),
      line('GB from Hosting to visitors', whole(FREE.hostingGb), ({ transferGb }) =>
        whole(transferGb),
      ),
      line('**Firestore**', '', ({ cost }) => dollars(cost.firestore)),
      line('**Function**', '', ({ cost }) => dollars(cost.function)),
      line('**Hosting**', '', ({ cost }) => dollars(cost.hosting)),
      line('**A month**', '', ({ cost }) => `**${dollars(cost.total)}**`),
      line('… if the CDN kept nothing', '', ({ cost }) => dollars(cost.withoutCdn)),
    ],
  );
}

/**
 * docs/cost.md
 * @param benchmarks docs/benchmarks.md
 */
export function costPage(benchmarks: string): string {
  const measured = readMeasured(benchmarks);
  const { views } = ASSUMED;
  const rates = VIEWS_A_MONTH.map((count) => ({ views: count, ...measured.atRate(count) }));
  const attack = flood(measured);
  const day = decisionsCost(FACTS_OF_A_DAY, measured);
  return `# What it costs

Written by \`npm run bench\`, and by \`npm run docs\` where only a price or an assumption has changed: what is measured comes
from [benchmarks.md](benchmarks.md), prices and assumptions from \`scripts/docs/cost\`.

## A month

${monthTable(VIEWS_A_MONTH.map((count) => estimate(count, measured)))}

A view is one page or fact that somebody looks at. Google’s free quotas are taken off; those of Firestore and Hosting are
by the day, so that a month with busy days pays a little more. Hosting’s gigabytes are nearly all of it. The CDN helps more,
the more visitors there are; here it is one cache for everybody, in truth every region has its own. The last line says
how little hangs on that: instances keep what they have read, so that only requests become more.

**Pictures** cost ${dollars(PRICES.picture)} each when they are drawn: ${dollars(100 * PRICES.picture)} for the Top 100, once.

**A moderator’s day** with ${FACTS_OF_A_DAY} pending facts costs ${dollars(day)}: ${measured.decisionReads} reads and ${measured.decisionWrites} writes for a decision, because the list is
loaded again after each.

## What it is made of

Measured:

${table(
  ['', ''],
  [
    [
      `views that reach the function, at ${rates.map(({ views }) => views.toLocaleString('en')).join(', ')} views a month`,
      rates.map(({ reached }) => percent(reached)).join(', '),
    ],
    [
      'reads of a thousand views, those by which an instance follows the changes included',
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
      'KB that a new visitor’s browser loads of the site, everything for reading offline included',
      whole(measured.siteKb),
    ],
    [
      'KB of a list page, the Top 100, the Newest 40, a single fact',
      [measured.listKb, measured.topKb, measured.newestKb, measured.singleKb].join(', '),
    ],
    ['KB of a picture at 640 px (P15)', measured.pictureKb.toFixed(0)],
  ],
)}

The facts of the seed are made by a grammar and compress well; a list of real ones weighs perhaps twice as much.

Assumed, until there are visitors to count:

- Of the views ${percent(views.list)} are list pages, ${percent(views.top)} the Top 100, ${percent(views.newest)} the newest, ${percent(views.random)} random facts, ${percent(views.single)} single
  ones; ${ASSUMED.viewsPerVisit} views make a visit, ${percent(ASSUMED.newVisitors)} of the visits are by a new browser.
- A vote with ${percent(ASSUMED.votesPerView)} of the views, each by a browser that has not voted before; a submission with ${percent(ASSUMED.submissionsPerView)}; a picture
  with ${percent(ASSUMED.picturesPerView)}, of ${ASSUMED.imageAddresses} addresses, each of which the CDN asks for once an hour.
- ${ASSUMED.instances} instances at a time, each with all of these reads. A request is billed ${1_000 * ASSUMED.requestSeconds} ms, although it
  takes less and several share an instance; ${whole(ASSUMED.starts)} starts of ${ASSUMED.startSeconds} s a month.
- An answer has ${ASSUMED.headersKb} KB of headers. Not counted are crawlers, storage (1 GiB of Firestore is free, a fact with its share of
  votes takes a few KB), backups, logs, and the way from the function to the CDN.

## At the most

\`MAX_INSTANCES\` bounds what a flood can do to the function and the database. A day with all ${FLOOD.instances} instances busy:

${table(
  ['a day of', 'at the most'],
  [
    ['instances that never rest', dollars(attack.running)],
    [
      `the ${whole(attack.requests)} requests that they answer, at ${FLOOD.requestsPerSecond} a second each (assumed)`,
      dollars(attack.asked),
    ],
    ['every one of them a vote that counts, from thousands of networks', dollars(attack.voted)],
    [
      `downloads from the CDN at ${FLOOD.gigabitsPerSecond} Gbit/s, ${whole(attack.transferGb)} GB`,
      dollars(attack.transfer),
    ],
  ],
)}

Nothing bounds the last line: Hosting has no limit to set. A [budget alert](operating.md#once-after-the-first-deployment)
tells of it within hours but stops nothing; \`npx firebase hosting:disable\` does. Reads by a flood stay few while an
instance keeps all facts, up to 20,000; a request for an image costs one, and on a larger site one for far pages up to 100.

## Prices

List prices in US dollars, noted on 20 November 2026 from stored copies of web pages and **not checked live**. Look at
[firebase.google.com/pricing](https://firebase.google.com/pricing) before a decision hangs on one; to change one, edit
\`scripts/docs/cost/prices.ts\` and run \`npm run docs\`.

${table(['what', 'price', 'source'], SOURCES)}
`;
}
