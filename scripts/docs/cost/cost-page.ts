import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLD_READS_PER_MINUTE } from '../../../functions/src/features/jokes/joke-cache.ts';
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
const rate = (amount: number) => `$${amount.toLocaleString('en', { maximumFractionDigits: 9 })}`;

/** How page.txt can show a figure: `{name:format}`. */
const FORMATS: Readonly<Record<string, (figure: number) => string>> = {
  whole,
  dollars,
  percent,
  rate,
};

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
function figures(benchmarks: string): Record<string, unknown> {
  const measured = readMeasured(benchmarks);
  const rates = VIEWS_A_MONTH.map((views) => ({ views, ...measured.atRate(views) }));
  return {
    ...measured,
    ...FLOOD,
    floodInstances: FLOOD.instances,
    ...flood(measured),
    coldReadsPerMinute: COLD_READS_PER_MINUTE,
    ...ASSUMED,
    ...ASSUMED.views,
    ...PRICES,
    months: monthTable(VIEWS_A_MONTH.map((count) => estimate(count, measured))),
    topImagesPrice: 100 * PRICES.image,
    jokesPerDay: JOKES_PER_DAY,
    moderatorsDay: decisionsCost(JOKES_PER_DAY, measured),
    rates: rates.map((each) => each.views.toLocaleString('en')).join(', '),
    reached: rates.map((each) => percent(each.reached)).join(', '),
    viewReads: rates.map((each) => whole(1_000 * each.reads)).join(', '),
    requestMs: 1_000 * ASSUMED.requestSeconds,
  };
}

/**
 * The text of docs/cost.md: page.txt with its figures, each `{name}` or `{name:format}`.
 * @param benchmarks the text of docs/benchmarks.md
 * @throws {Error} names an unknown figure or format
 */
export function costPage(benchmarks: string): string {
  const values = new Map(Object.entries(figures(benchmarks)));
  const text = readFileSync(join(import.meta.dirname, 'page.txt'), 'utf8');
  return text.replaceAll(/\{(\w+)(?::(\w+))?\}/g, (figure, name: string, format = '') => {
    const value = values.get(name);
    const show = format === '' ? String : FORMATS[format];
    if (typeof value === 'number' && show) return show(value);
    if (typeof value === 'string' && format === '') return value;
    throw new Error(`page.txt names an unknown figure: ${figure}`);
  });
}
