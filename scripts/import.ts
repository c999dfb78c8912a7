// npm run import: imports facts from a file, or restores a site from an export (docs/data.md).
import { stat } from 'node:fs/promises';
import { restoreSite } from '../functions/src/operations/backup/restore.service.ts';
import { importJokes } from '../functions/src/operations/import/import.service.ts';
import { approveReplacement } from './approve-replacement.ts';
import { readCommandLine, refuseCommandLine, type Program } from './command-line.ts';
import { counted, formatCount } from './counted.ts';
import { refreshScores } from './scores.ts';
import { pathOperand, runSiteCommand, SITE_OPTIONS, type CommandRun } from './site-command.ts';

const PROGRAM = {
  command: 'npm run import',
  operands: '<file.jsonl | file.csv | folder of an export>',
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
    ...SITE_OPTIONS,
  },
  example: 'npm run import -- ../backup --replace --project my-facts',
} as const satisfies Program;

const { values, positionals } = readCommandLine(PROGRAM);
const path = pathOperand(PROGRAM, positionals);
const { project, update = false, replace = false, 'yes-delete': confirmed } = values;
if (confirmed !== undefined && (!replace || confirmed !== project)) {
  refuseCommandLine(PROGRAM, '--yes-delete needs --replace and the same id as --project.');
}

async function importFile({ context, terminal, observer }: CommandRun): Promise<number> {
  const outcome = await importJokes(context, path, update, observer);
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
  const { context, terminal, observer } = run;
  const manifest = await restoreSite(context, path, replace, observer, (replacement) =>
    approveReplacement(run, project, confirmed === project, replacement),
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

await runSiteCommand(values, async (run) => {
  const given = await stat(path).catch(() => undefined);
  if (!given) throw new Error(`Couldn't find ${path}.`);
  if (given.isDirectory() && update) throw new Error("--update doesn't work with an export.");
  if (!given.isDirectory() && replace) {
    throw new Error("--replace doesn't work with a file of facts.");
  }
  const code = await (given.isDirectory() ? restore(run) : importFile(run));
  if (code === 0) await refreshScores(run);
  return code;
});
