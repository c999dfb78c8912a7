// npm run migrate: upgrades every document to the current schema version (docs/data.md).
import { migrateDocuments } from '../functions/src/operations/migrations.data.ts';
import { readCommandLine } from './command-line.ts';
import { formatCount } from './counted.ts';
import { runSiteCommand, SITE_OPTIONS } from './site-command.ts';

const { values } = readCommandLine({
  command: 'npm run migrate',
  does: 'Upgrades every document to the current schema version, while the site runs.',
  options: SITE_OPTIONS,
  example: 'npm run migrate -- --project my-facts',
});
await runSiteCommand(values, async ({ context, terminal, observer }) => {
  const { upgraded, current, skipped } = await migrateDocuments(context, observer);
  terminal.print(
    `Documents upgraded: ${formatCount(upgraded)}, already up to date: ${formatCount(current)}, skipped: ${formatCount(skipped)}.`,
  );
  return skipped > 0 ? 1 : 0;
});
