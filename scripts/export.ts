// npm run export -- <folder>: exports the whole site, documents and images, to a new folder (docs/data.md).
import { exportSite } from '../functions/src/operations/backup/export.service.ts';
import { counted, formatCount } from './counted.ts';
import { runSiteCommand } from './site-command.ts';

await runSiteCommand({
  usage: ['npm run export -- <new folder> [--project <id>]'],
  takesPath: true,
  async run({ context, path, terminal, observer }) {
    const { collections, images } = await exportSite(context, path, observer);
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
