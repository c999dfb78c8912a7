import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { table } from '../markdown.ts';
import { ASSUMED, FLOOD, VIEWS_A_MONTH } from './assumptions.ts';
import { decisionsCost, estimate, flood, type Estimate } from './estimate.ts';
import { readMeasured } from './measured.ts';
import { FREE, PRICES } from './prices.ts';

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

/** The figures of the page, by their names in page.txt. */
function figures(benchmarks: string): Record<string, string | number> {
  const measured = readMeasured(benchmarks);
  const { atRate, ...inputs } = measured;
  const rates = VIEWS_A_MONTH.map((views) => ({ views, ...atRate(views) }));
  const attack = flood(measured);
  const { views, ...assumed } = ASSUMED;
  return {
    ...inputs,
    ...assumed,
    ...PRICES,
    months: monthTable(VIEWS_A_MONTH.map((count) => estimate(count, measured))),
    imagePrice: dollars(PRICES.image),
    topImagesPrice: dollars(100 * PRICES.image),
    jokesPerDay: JOKES_PER_DAY,
    moderatorsDay: dollars(decisionsCost(JOKES_PER_DAY, measured)),
    rates: rates.map((rate) => rate.views.toLocaleString('en')).join(', '),
    reached: rates.map((rate) => percent(rate.reached)).join(', '),
    viewReads: rates.map((rate) => whole(1_000 * rate.reads)).join(', '),
    coldPageReads: whole(measured.coldPageReads),
    siteKb: whole(measured.siteKb),
    imageKb: measured.imageKb.toFixed(0),
    ...Object.fromEntries(Object.entries(views).map(([name, share]) => [name, percent(share)])),
    newVisitors: percent(ASSUMED.newVisitors),
    votesPerView: percent(ASSUMED.votesPerView),
    submissionsPerView: percent(ASSUMED.submissionsPerView),
    imagesPerView: percent(ASSUMED.imagesPerView),
    requestMs: 1_000 * ASSUMED.requestSeconds,
    starts: whole(ASSUMED.starts),
    floodInstances: FLOOD.instances,
    requestsPerSecond: FLOOD.requestsPerSecond,
    gigabitsPerSecond: FLOOD.gigabitsPerSecond,
    floodRunning: dollars(attack.running),
    floodRequests: whole(attack.requests),
    floodAsked: dollars(attack.asked),
    floodVoted: dollars(attack.voted),
    floodGb: whole(attack.transferGb),
    floodTransfer: dollars(attack.transfer),
    vcpuSecond: PRICES.vcpuSecond.toFixed(6),
    gibSecond: PRICES.gibSecond.toFixed(7),
    requestsPerMillion: PRICES.requestsPerMillion.toFixed(2),
  };
}

/**
 * The text of docs/cost.md: page.txt with its figures, each `{name}`.
 * @param benchmarks the text of docs/benchmarks.md
 * @throws {Error} names an unknown figure
 */
export function costPage(benchmarks: string): string {
  const values = new Map(Object.entries(figures(benchmarks)));
  const text = readFileSync(join(import.meta.dirname, 'page.txt'), 'utf8');
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`page.txt names an unknown figure: ${name}`);
    return String(value);
  });
}
