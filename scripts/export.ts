// npm run export -- <folder>: the whole site, documents and pictures, into a new folder (docs/data.md).
import { openBackup } from '../functions/src/operations/backup/open-backup.ts';
import { runSiteCommand, SITE_ARGUMENTS } from './site-command.ts';

await runSiteCommand({
  usage: ['npm run export -- <new folder> [--project <id>]', ...SITE_ARGUMENTS].join('\n'),
  takesPath: true,
  flags: [],
  async run({ context, path, terminal, progress, signal }) {
    const observer = { onProgress: progress, signal };
    const { collections, images } = await openBackup(context).exportSite(path, observer);
    const rows = Object.entries(collections).map(
      ([collection, { documents }]) =>
        `  ${collection.padEnd(12)} ${documents.toLocaleString('en')}`,
    );
    terminal.say(
      [
        `Exported to ${path}, which holds secrets: keep it where only you can read it.`,
        ...rows,
        `  ${'pictures'.padEnd(12)} ${images.files.toLocaleString('en')} files`,
      ].join('\n'),
    );
    return 0;
  },
});
