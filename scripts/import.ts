// npm run import -- <file or folder>: imports facts from a file, or restores a site from an export (docs/data.md).
import { stat } from 'node:fs/promises';
import { restoreSite } from '../functions/src/operations/backup/restore.service.ts';
import { importJokes } from '../functions/src/operations/import/import.service.ts';
import {
  runSiteCommand,
  SITE_ARGUMENTS,
  type CommandRun,
} from './site-command/run-site-command.ts';
import { counted, formatCount } from './counted.ts';
import { refreshScores } from './site-command/scores.ts';

/** How many problems are listed; the others are only counted. */
const MAX_LISTED = 200;

/** Prints problems up to a limit. */
function problemPrinter({ terminal }: CommandRun): (problem: string) => void {
  let listed = 0;
  return (problem) => {
    listed += 1;
    if (listed <= MAX_LISTED) terminal.printError(problem);
  };
}

async function importFile(run: CommandRun): Promise<number> {
  const { context, path, flags, terminal, progress, signal } = run;
  const outcome = await importJokes(context, path, flags.has('update'), {
    onProgress: progress,
    onProblem: problemPrinter(run),
    signal,
  });
  const { added, changed, unchanged, problems } = outcome;
  if (problems > 0) {
    const rest = problems > MAX_LISTED ? ` (only the first ${MAX_LISTED} are listed)` : '';
    terminal.printError(`Nothing was imported: found ${counted(problems, 'problem')}${rest}.`);
    return 1;
  }
  terminal.print(
    `Facts added: ${formatCount(added)}, changed: ${formatCount(changed)}, unchanged: ${formatCount(unchanged)}.`,
  );
  return 0;
}

async function restore(run: CommandRun): Promise<number> {
  const { context, path, flags, terminal, progress, signal } = run;
  const { exported_at, collections, images } = await restoreSite(
    context,
    path,
    flags.has('replace'),
    { onProgress: progress, onProblem: problemPrinter(run), signal },
  );
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
    ...SITE_ARGUMENTS,
  ].join('\n'),
  takesPath: true,
  flags: ['update', 'replace'],
  async run(run) {
    const given = await stat(run.path).catch(() => undefined);
    if (!given) throw new Error(`Couldn't find ${run.path}.`);
    const wrong = given.isDirectory() ? 'update' : 'replace';
    if (run.flags.has(wrong)) {
      throw new Error(
        `--${wrong} doesn't work with ${given.isDirectory() ? 'an export' : 'a file of facts'}.`,
      );
    }
    const code = await (given.isDirectory() ? restore(run) : importFile(run));
    if (code === 0) await refreshScores(run);
    return code;
  },
});
