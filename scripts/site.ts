// npm run import, export, catalog:check, catalog:rebuild, migrate, ranking:refresh and images:sweep:
// the owner's commands on the data of a site (docs/data.md). package.json says which one.
import { stat } from 'node:fs/promises';
import { exportSite } from '../functions/src/operations/backup/export.service.ts';
import { restoreSite } from '../functions/src/operations/backup/restore.service.ts';
import { checkCatalog, rebuildCatalog } from '../functions/src/operations/catalog-check.service.ts';
import {
  sweepCards,
  sweepDeletions,
  sweepImages,
} from '../functions/src/operations/image-sweep.service.ts';
import { importJokes } from '../functions/src/operations/import/import.service.ts';
import { migrateDocuments } from '../functions/src/operations/migrations.data.ts';
import { checkScores, refreshScores } from '../functions/src/operations/score-refresh.service.ts';
import { approveReplacement } from './approve-replacement.ts';
import { counted, formatCount } from './counted.ts';
import { runSiteCommand, type CommandRun, type SiteCommand } from './site-command.ts';

const imports: SiteCommand = {
  operand: '<file.jsonl | file.csv | folder of an export>',
  does: 'Imports facts from a file, or restores a whole site from an export.',
  options: {
    update: {
      type: 'boolean',
      help: 'with a file: changes facts whose content differs on the site',
    },
    replace: {
      type: 'boolean',
      help: 'with an export: first deletes everything on the site. A real project is backed up before',
    },
    'yes-delete': {
      type: 'string',
      value: 'id',
      help: 'confirms --replace for a real project, whose id has to be typed otherwise',
    },
  },
  refuse: ({ replace, project, 'yes-delete': confirmed }) =>
    confirmed !== undefined && (replace !== true || confirmed !== project)
      ? '--yes-delete needs --replace and the same id as --project.'
      : undefined,
  async run(run) {
    const { path, update, replace } = run.values;
    const given = await stat(path).catch(() => undefined);
    if (!given) throw new Error(`Couldn't find ${path}.`);
    if (given.isDirectory() && update) throw new Error("--update doesn't work with an export.");
    if (!given.isDirectory() && replace) {
      throw new Error("--replace doesn't work with a file of facts.");
    }
    const code = await (given.isDirectory() ? restore(run) : importFile(run));
    if (code === 0) await updateScores(run);
    return code;
  },
};

async function importFile({ context, terminal, observer, values }: CommandRun): Promise<number> {
  const outcome = await importJokes(context, values.path, values.update === true, observer);
  const { added, changed, unchanged, problems } = outcome;
  if (problems > 0) {
    terminal.printError(`Nothing was imported: found ${counted(problems, 'problem')}.`);
    return 1;
  }
  terminal.print(
    `Facts added: ${formatCount(added)}, changed: ${formatCount(changed)}, unchanged: ${formatCount(unchanged)}.`,
  );
  return 0;
}

async function restore(run: CommandRun): Promise<number> {
  const { context, terminal, observer, values } = run;
  const { path, project, replace = false, 'yes-delete': confirmed } = values;
  const manifest = await restoreSite(context, path, replace, observer, (replacement) =>
    approveReplacement(run, project, confirmed !== undefined, replacement),
  );
  const { exported_at, collections, images } = manifest;
  const documents = Object.values(collections).reduce((sum, one) => sum + one.documents, 0);
  terminal.print(
    [
      `Restored the export of ${exported_at}: ${counted(documents, 'document')}, ${counted(images.files, 'image file')}.`,
      'Running instances still have old data in their caches: restart npm start, or deploy the function again.',
    ].join('\n'),
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

async function compareCatalog(run: CommandRun, rebuild: boolean): Promise<number> {
  const { context, terminal, observer } = run;
  const visit = rebuild ? rebuildCatalog : checkCatalog;
  const { jokes, problems, repairable } = await visit(context, observer);
  const repair = rebuild ? 'Repaired' : 'npm run catalog:rebuild can repair';
  const advice = repairable > 0 ? ` ${repair} ${formatCount(repairable)} of them.` : '';
  terminal.print(
    problems === 0
      ? `Checked ${counted(jokes, 'joke')} and found no problems.`
      : `Checked ${counted(jokes, 'joke')} and found ${counted(problems, 'problem')}.${advice}`,
  );
  if (jokes > 0) await compareScores(run);
  return problems > (rebuild ? repairable : 0) ? 1 : 0;
}

const stars = (average: number) => average.toFixed(2);

/** Prints whether the scores that order the Top 100 need a refresh; nothing if they don't. */
async function compareScores({ context, terminal, observer }: CommandRun): Promise<void> {
  const { prior, average, moved, outdated } = await checkScores(context, observer);
  const due = 'npm run ranking:refresh updates the Top 100.';
  if (moved) {
    terminal.print(
      `The average rating is ${stars(average)}, but scores are computed with ${stars(prior)}. ${due}`,
    );
  } else if (outdated > 0) {
    terminal.print(`Outdated scores: ${formatCount(outdated)}. ${due}`);
  }
}

async function updateScores({ context, terminal, observer }: CommandRun): Promise<number> {
  const { prior, rewritten } = await refreshScores(context, observer);
  terminal.print(
    rewritten === 0
      ? `All scores are up to date with the average rating of ${stars(prior)}.`
      : `Scores rewritten: ${formatCount(rewritten)}, with the average rating of ${stars(prior)}.`,
  );
  return 0;
}

/** Younger files may belong to an image that is being generated. */
const HOUR_MS = 60 * 60 * 1_000;

/** The commands by their names in package.json. */
const COMMANDS: Readonly<Record<string, SiteCommand>> = {
  import: imports,
  export: exports,
  'catalog:check': {
    does: 'Compares the catalog and the ratings with the jokes; writes nothing.',
    run: (run) => compareCatalog(run, false),
  },
  'catalog:rebuild': {
    does: 'Compares the catalog and the ratings with the jokes and repairs them, while the site runs.',
    run: (run) => compareCatalog(run, true),
  },
  'ranking:refresh': {
    does: 'Updates the scores that order the Top 100 with the current average rating.',
    run: updateScores,
  },
  migrate: {
    does: 'Upgrades every document to the current schema version, while the site runs.',
    async run({ context, terminal, observer }) {
      const { upgraded, current, skipped } = await migrateDocuments(context, observer);
      terminal.print(
        `Documents upgraded: ${formatCount(upgraded)}, already up to date: ${formatCount(current)}, skipped: ${formatCount(skipped)}.`,
      );
      return skipped > 0 ? 1 : 0;
    },
  },
  'images:sweep': {
    does: 'Deletes what is left of jokes that can no longer be restored, image files that no joke uses, and cards of jokes that visitors can’t see.',
    options: { 'dry-run': { type: 'boolean', help: 'only counts them' } },
    async run({ context, terminal, values: { 'dry-run': dryRun = false } }) {
      const deleted = dryRun ? 'Would delete' : 'Deleted';
      const deletions = await sweepDeletions(context, dryRun);
      terminal.print(
        `${deleted} the votes and reports of ${counted(deletions, 'deleted joke')} that can no longer be restored.`,
      );
      const files = await sweepImages(context, HOUR_MS, dryRun);
      terminal.print(`${deleted} ${counted(files, 'image file')} that no joke uses.`);
      const jokes = await sweepCards(context, dryRun);
      terminal.print(`${deleted} the cards of ${counted(jokes, 'joke')} that visitors can't see.`);
      return 0;
    },
  },
};

const [name = ''] = process.argv.splice(2, 1);
const command = COMMANDS[name];
if (command === undefined) throw new Error(`package.json names no command of a site: ${name}`);
await runSiteCommand(name, command);
