// npm run migrate: upgrades every document to the current schema version (docs/data.md).
import { migrateDocuments } from '../functions/src/operations/migrations.data.ts';
import { formatCount } from './counted.ts';
import { runSiteCommand } from './site-command.ts';

await runSiteCommand({
  usage: ['npm run migrate [-- --project <id>]'],
  async run({ context, terminal, observer }) {
    const { upgraded, current, skipped } = await migrateDocuments(context, observer);
    terminal.print(
      `Documents upgraded: ${formatCount(upgraded)}, already up to date: ${formatCount(current)}, skipped: ${formatCount(skipped)}.`,
    );
    return skipped > 0 ? 1 : 0;
  },
});
