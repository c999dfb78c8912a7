// npm run export: exports the whole site, documents and images, to a new folder (docs/data.md).
import { exportSite } from '../functions/src/operations/backup/export.service.ts';
import { readCommandLine, type Program } from './command-line.ts';
import { counted, formatCount } from './counted.ts';
import { pathOperand, runSiteCommand, SITE_OPTIONS } from './site-command.ts';

const PROGRAM = {
  command: 'npm run export',
  operands: '<new folder>',
  does: 'Exports the whole site, documents and images, to a new folder. The folder contains secrets.',
  options: SITE_OPTIONS,
  example: 'npm run export -- ../backup --project my-facts',
} as const satisfies Program;

const { values, positionals } = readCommandLine(PROGRAM);
const path = pathOperand(PROGRAM, positionals);
await runSiteCommand(values, async ({ context, terminal, observer }) => {
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
});
