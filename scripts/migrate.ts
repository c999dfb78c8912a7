// npm run migrate: brings every document to the current schema version (docs/data.md).
import { openMigration } from '../functions/src/operations/migrations/open-migration.ts';
import { runSiteCommand, SITE_ARGUMENTS } from './site-command.ts';

/** Skipped documents that are listed; the rest is counted. */
const LISTED = 100;

const count = (number: number) => number.toLocaleString('en');

await runSiteCommand({
  usage: ['npm run migrate [-- --project <id>]', ...SITE_ARGUMENTS].join('\n'),
  takesPath: false,
  flags: [],
  async run({ context, terminal, progress, signal }) {
    let listed = 0;
    const { upgraded, current, skipped } = await openMigration(context)({
      onProgress: progress,
      onSkipped(problem) {
        listed += 1;
        if (listed <= LISTED) terminal.complain(problem);
      },
      signal,
    });
    if (skipped > LISTED) terminal.complain(`… and ${count(skipped - LISTED)} more.`);
    terminal.say(
      `Documents upgraded: ${count(upgraded)}, up to date already: ${count(current)}, skipped: ${count(skipped)}.`,
    );
    return skipped > 0 ? 1 : 0;
  },
});
