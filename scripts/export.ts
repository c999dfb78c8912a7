// npm run export -- <folder>: exports the whole site, documents and images, to a new folder (docs/data.md).
import { openBackup } from '../functions/src/operations/backup/open-backup.ts';
import { counted, formatCount } from './counted.ts';
import { runSiteCommand } from './site-command.ts';

await runSiteCommand({
  usage: ['npm run export -- <new folder> [--project <id>]'],
  takesPath: true,
  async run({ context, path, terminal, progress, signal }) {
    const observer = { onProgress: progress, signal };
    const { collections, images } = await openBackup(context).exportSite(path, observer);
    const rows = Object.entries(collections).map(
      ([collection, { documents }]) => `  ${collection.padEnd(12)} ${formatCount(documents)}`,
    );
    terminal.print(
      [
        `Exported to ${path}. It contains secrets: keep it where only you can read it.`,
        ...rows,
        `  ${'images'.padEnd(12)} ${counted(images.files, 'file')}`,
      ].join('\n'),
    );
    return 0;
  },
});
