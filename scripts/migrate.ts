// npm run migrate: upgrades every document to the current schema version (docs/data.md).
import { migrateDocuments } from '../functions/src/operations/migrations.data.ts';
import { formatCount } from './counted.ts';
import { runSiteCommand, SITE_ARGUMENTS } from './site-command/run-site-command.ts';

/** How many skipped documents are listed; the others are only counted. */
const MAX_LISTED = 100;

await runSiteCommand({
  usage: ['npm run migrate [-- --project <id>]', ...SITE_ARGUMENTS].join('\n'),
  takesPath: false,
  flags: [],
  async run({ context, terminal, progress, signal }) {
    let listed = 0;
    const { upgraded, current, skipped } = await migrateDocuments(context, {
      onProgress: progress,
      onProblem(problem) {
        listed += 1;
        if (listed <= MAX_LISTED) terminal.printError(problem);
      },
      signal,
    });
    if (skipped > MAX_LISTED)
      terminal.printError(`… and ${formatCount(skipped - MAX_LISTED)} more.`);
    terminal.print(
      `Documents upgraded: ${formatCount(upgraded)}, already up to date: ${formatCount(current)}, skipped: ${formatCount(skipped)}.`,
    );
    return skipped > 0 ? 1 : 0;
  },
});
