// npm run docs: writes the parts of docs/ that come from the benchmarks and the settings.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'oxfmt';
import { defaultOf, settings } from '../functions/src/settings.ts';
import { readCommandLine } from '../scripts/command-line.ts';
import {
  costOf,
  FLOOD_BOUNDS,
  floodOfDay,
  MEASURED_FACTS,
  measurements,
  RESOURCES,
  useOfMonth,
  VIEWS_A_MONTH,
} from './bench/cost-estimate.ts';
import { table } from './support/markdown-table.ts';

const docs = join(import.meta.dirname, '..', 'docs');

const rounded = (amount: number) =>
  amount.toLocaleString('en', { maximumSignificantDigits: amount < 1_000 ? 2 : 3 });

const measuredNow = () => measurements(readFileSync(join(docs, 'benchmarks.md'), 'utf8'));

/** The table of what a month costs, by the present benchmarks. */
function costTable(): string {
  const measured = measuredNow();
  const months = [
    ...VIEWS_A_MONTH.map((views) => ({ views, facts: MEASURED_FACTS, of: '' })),
    { views: 1_000_000, facts: 20_000, of: ', 20,000 facts' },
  ].map(({ views, facts, of }) => ({
    title: `${rounded(views)} views${of}`,
    usage: useOfMonth(views, measured, facts),
  }));
  const rows = RESOURCES.map(({ id, name, price, per, free }) => [
    name,
    `$${price} for ${per.toLocaleString('en')}`,
    rounded(free),
    ...months.map(({ usage }) => rounded(usage[id])),
  ]);
  const costs = months.map(({ usage }) => `**$${costOf(usage).toFixed(2)}**`);
  return table(
    ['', 'price', 'free', ...months.map(({ title }) => title)],
    [...rows, ['**A month**', '', '', ...costs]],
  );
}

/** The table of what a flood costs in a day, by the present benchmarks and quotas. */
function floodTable(): string {
  const measured = measuredNow();
  const network = floodOfDay('network', measured);
  const everyone = floodOfDay('everyone', measured);
  const both = (...amounts: readonly number[]) =>
    [...new Set(amounts)]
      .map((amount) => amount.toLocaleString('en', { maximumSignificantDigits: 3 }))
      .join('; ');
  const rows = network.map((one, index) => {
    const all = everyone[index] ?? one;
    return [
      one.what,
      both(one.hourly, all.hourly),
      both(one.reads, all.reads),
      both(one.writes, all.writes),
      ...[one, all].map(({ cost }) => `$${cost.toFixed(2)}`),
    ];
  });
  const totals = [network, everyone].map((flood) => {
    return `**$${flood.reduce((sum, { cost }) => sum + cost, 0).toFixed(2)}**`;
  });
  const bounds = Object.values(FLOOD_BOUNDS).map((bound) => `$${bound}`);
  return table(
    ['', 'an hour and instance', 'reads', 'writes', 'from one network', 'from every network'],
    [...rows, ['**A day**', '', '', '', ...totals], ['bound', '', '', '', ...bounds]],
  );
}

/** The list of settings and their defaults. */
function settingsList(): string {
  const items = Object.entries(settings).map(([name, setting]) => {
    const { mustBe, description } = setting;
    const value = defaultOf(setting, '<id>');
    const range = 'pattern' in setting ? '' : `, ${mustBe}`;
    return `- \`${name}\`, ${value ? `\`${value}\`` : 'empty'}${range}. ${description}`;
  });
  return items.join('\n');
}

const GENERATED = { 'cost.md': [costTable, floodTable], 'operating.md': [settingsList] };

/** Names and texts of the pages in docs/ of which a part is generated. */
export function generatedPages(): Promise<[page: string, text: string][]> {
  const pages = Object.entries(GENERATED).map(async ([page, parts]) => {
    const written = parts.map((write) => write());
    const text = readFileSync(join(docs, page), 'utf8').replace(
      /(?<=<!-- generated -->\n).*?(?=<!-- end -->)/gs,
      () => `\n${written.shift() ?? ''}\n\n`,
    );
    return [page, (await format(page, text)).code] satisfies [string, string];
  });
  return Promise.all(pages);
}

/** Writes the generated parts. */
export async function writeDocs(): Promise<void> {
  for (const [page, text] of await generatedPages()) writeFileSync(join(docs, page), text);
  process.stdout.write(`Wrote docs/${Object.keys(GENERATED).join(' and docs/')}\n`);
}

if (import.meta.main) {
  readCommandLine({
    command: 'npm run docs',
    does: 'Writes the tables of docs/cost.md from docs/benchmarks.md, and the list of settings in docs/operating.md.',
  });
  await writeDocs();
}
