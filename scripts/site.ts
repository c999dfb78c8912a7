// npm run import, export, catalog:rebuild and images:sweep: the owner's commands on
// the data of a site (docs/data.md). package.json says which one.
import { stat } from 'node:fs/promises';
import { exportSite } from '../functions/src/operations/backup/export.service.ts';
import { restoreSite } from '../functions/src/operations/backup/restore.service.ts';
import { rebuildCatalog } from '../functions/src/operations/catalog-rebuild.service.ts';
import { sweepDeletions, sweepImages } from '../functions/src/operations/image-sweep.service.ts';
import { importJokes } from '../functions/src/operations/import/import.service.ts';
import { counted, formatCount } from './counted.ts';
import { runSiteCommand, type CommandRun, type SiteCommand } from './site-command.ts';

const imports: SiteCommand = {
  operand: '<file.jsonl | file.csv | folder of an export>',
  does: 'Imports facts from a file, or restores a whole site from an export into an empty one.',
  async run(run) {
    const given = await stat(run.values.path).catch(() => undefined);
    if (!given) throw new Error(`Couldn't find ${run.values.path}.`);
    return given.isDirectory() ? restore(run) : importFile(run);
  },
};

async function importFile({ context, terminal, observer, values }: CommandRun): Promise<number> {
  const { added, unchanged, problems } = await importJokes(context, values.path, observer);
  if (problems > 0) {
    terminal.printError(`Nothing was imported: found ${counted(problems, 'problem')}.`);
    return 1;
  }
  terminal.print(`Facts added: ${formatCount(added)}, unchanged: ${formatCount(unchanged)}.`);
  return 0;
}

async function restore({ context, terminal, observer, values }: CommandRun): Promise<number> {
  const { exported_at, collections, images } = await restoreSite(context, values.path, observer);
  const documents = Object.values(collections).reduce((sum, one) => sum + one.documents, 0);
  terminal.print(
    `Restored the export of ${exported_at}: ${counted(documents, 'document')}, ${counted(images.files, 'image file')}.`,
  );
  return 0;
}

const exports: SiteCommand = {
  operand: '<new folder>',
  does: 'Exports the whole site, documents and images, to a new folder. The folder contains secrets.',
  async run({ context, terminal, observer, values: { path } }) {
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
};

async function rebuild({ context, terminal, observer }: CommandRun): Promise<number> {
  const { jokes, different, malformed } = await rebuildCatalog(context, observer);
  terminal.print(
    `Read ${counted(jokes, 'fact')}. Different from what the site showed: ${formatCount(different)}. Malformed, so that the site leaves them out: ${formatCount(malformed)}.`,
  );
  return 0;
}

/** Younger files may belong to an image that is being generated. */
const HOUR_MS = 60 * 60 * 1_000;

/** The commands by their names in package.json. */
const COMMANDS: Readonly<Record<string, SiteCommand>> = {
  import: imports,
  export: exports,
  'catalog:rebuild': {
    does: 'Makes the site read all facts again, for example after they were changed in the Firebase console.',
    run: rebuild,
  },
  'images:sweep': {
    does: 'Deletes what is left of jokes that can no longer be restored, and image files that no joke uses.',
    options: { 'dry-run': { type: 'boolean', help: 'only counts them' } },
    async run({ context, terminal, values: { 'dry-run': dryRun = false } }) {
      const deleted = dryRun ? 'Would delete' : 'Deleted';
      const deletions = await sweepDeletions(context, dryRun);
      terminal.print(
        `${deleted} the votes and reports of ${counted(deletions, 'deleted joke')} that can no longer be restored.`,
      );
      const files = await sweepImages(context, HOUR_MS, dryRun);
      terminal.print(`${deleted} ${counted(files, 'image file')} that no joke uses.`);
      return 0;
    },
  },
};

const [name = ''] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command === undefined) throw new Error(`package.json names no command of a site: ${name}`);
await runSiteCommand(name, command);
