// npm run docs: writes the table of docs/cost.md from the benchmarks.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { readCommandLine } from './command-line.ts';
import {
  costOf,
  MEASURED_FACTS,
  measurements,
  RESOURCES,
  useOfMonth,
  VIEWS_A_MONTH,
  type Usage,
} from './cost-estimate.ts';
import { table } from './markdown-table.ts';

const docs = join(import.meta.dirname, '..', 'docs');
const PAGE = join(docs, 'cost.md');

const rounded = (amount: number) =>
  amount.toLocaleString('en', { maximumSignificantDigits: amount < 1_000 ? 2 : 3 });
const dollars = (amount: number) =>
  amount < 100 ? `$${amount.toFixed(2)}` : `$${Math.round(amount).toLocaleString('en')}`;

/** The columns of the table. */
const MONTHS = [
  ...VIEWS_A_MONTH.map((views) => ({ views, facts: MEASURED_FACTS })),
  { views: 1_000_000, facts: 20_000 },
];

function monthTable(months: readonly Usage[]): string {
  const rows = RESOURCES.map(({ id, name, price, per, free }) => [
    name,
    `$${price} for ${per.toLocaleString('en')}`,
    rounded(free),
    ...months.map((usage) => rounded(usage[id] ?? 0)),
  ]);
  return table(
    [
      '',
      'price',
      'free',
      ...MONTHS.map(({ views, facts }) =>
        facts === MEASURED_FACTS
          ? `${rounded(views)} views`
          : `${rounded(views)} views, ${rounded(facts)} facts`,
      ),
    ],
    [...rows, ['**A month**', '', '', ...months.map((usage) => `**${dollars(costOf(usage))}**`)]],
  );
}

/** The text of docs/cost.md with the figures of the present benchmarks in its table. */
export async function costPage(): Promise<string> {
  const measured = measurements(readFileSync(join(docs, 'benchmarks.md'), 'utf8'));
  const months = monthTable(MONTHS.map(({ views, facts }) => useOfMonth(views, measured, facts)));
  const page = readFileSync(PAGE, 'utf8').replace(
    /(?<=<!-- month -->\n).*?(?=\n<!-- end -->)/s,
    () => `\n${months}\n`,
  );
  return (await format('cost.md', page)).code;
}

/** Writes docs/cost.md. */
export async function writeCostPage(): Promise<void> {
  writeFileSync(PAGE, await costPage());
  process.stdout.write('Wrote docs/cost.md\n');
}

if (import.meta.main) {
  readCommandLine({
    command: 'npm run docs',
    does: 'Writes the table of docs/cost.md from docs/benchmarks.md.',
    options: {},
    example: 'npm run docs',
  });
  await writeCostPage();
}
