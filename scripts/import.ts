// npm run import -- <file or folder>: imports facts from a file, or restores a site from an export (docs/data.md).
import { stat } from 'node:fs/promises';
import { restoreSite } from '../functions/src/operations/backup/restore.service.ts';
import { importJokes } from '../functions/src/operations/import/import.service.ts';
import { counted, formatCount } from './counted.ts';
import { refreshScores } from './scores.ts';
import { runSiteCommand, type CommandRun } from './site-command.ts';

async function importFile(run: CommandRun): Promise<number> {
  const { context, path, flags, terminal, observer } = run;
  const outcome = await importJokes(context, path, flags.has('update'), observer);
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
  const { context, path, flags, terminal, observer } = run;
  const manifest = await restoreSite(context, path, flags.has('replace'), observer);
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

await runSiteCommand({
  usage: [
    'npm run import -- <file.jsonl | file.csv> [--update] [--project <id>]',
    '       npm run import -- <folder of an export> [--replace] [--project <id>]',
    '  --update         changes facts whose content differs on the site',
    '  --replace        first deletes everything on the site',
  ],
  takesPath: true,
  flags: ['update', 'replace'],
  async run(run) {
    const given = await stat(run.path).catch(() => undefined);
    if (!given) throw new Error(`Couldn't find ${run.path}.`);
    const [action, wrong, kind] = given.isDirectory()
      ? [restore, 'update', 'an export']
      : [importFile, 'replace', 'a file of facts'];
    if (run.flags.has(wrong)) throw new Error(`--${wrong} doesn't work with ${kind}.`);
    const code = await action(run);
    if (code === 0) await refreshScores(run);
    return code;
  },
});
