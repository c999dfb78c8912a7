// npm run import -- <file or folder>: facts from a file, or a whole site from an export (docs/data.md).
import { stat } from 'node:fs/promises';
import { openBackup } from '../functions/src/operations/backup/open-backup.ts';
import { readJokeFile } from '../functions/src/operations/import/joke-file.ts';
import { openJokeImport } from '../functions/src/operations/import/open-joke-import.ts';
import { runSiteCommand, SITE_ARGUMENTS, type CommandRun } from './site-command.ts';
import { refreshScores } from './site-scores.ts';

/** Problems that are listed; the rest is counted. */
const LISTED = 200;

const count = (number: number) => number.toLocaleString('en');

async function importFile(run: CommandRun): Promise<number> {
  const { context, path, flags, terminal, progress, signal } = run;
  let told = 0;
  const outcome = await openJokeImport(context)(() => readJokeFile(path), flags.has('update'), {
    onProgress: (lines) => progress(`Checking line ${count(lines)}`),
    onProblem(line, problem) {
      told += 1;
      if (told <= LISTED) terminal.complain(`line ${line}: ${problem}`);
    },
    onWritten: (done, facts) => progress(`Importing ${count(done)} of ${count(facts)}`),
    signal,
  });
  const { added, changed, unchanged, problems } = outcome;
  if (problems > 0) {
    const rest = problems > LISTED ? ` (the first ${LISTED} are listed)` : '';
    terminal.complain(`Nothing was imported. Problems: ${count(problems)}${rest}.`);
    return 1;
  }
  terminal.say(
    `Facts added: ${count(added)}, changed: ${count(changed)}, there already: ${count(unchanged)}.`,
  );
  return 0;
}

async function restore(run: CommandRun): Promise<number> {
  const { context, path, flags, terminal, progress, signal } = run;
  const observer = { onProgress: progress, signal };
  const { exported_at, collections, images } = await openBackup(context).restoreSite(
    path,
    flags.has('replace'),
    observer,
  );
  const documents = Object.values(collections).reduce((sum, one) => sum + one.documents, 0);
  terminal.say(
    [
      `Restored as of ${exported_at}: ${count(documents)} documents, ${count(images.files)} pictures' files.`,
      'Instances that run keep what they have read: restart npm start, or deploy the function again.',
    ].join('\n'),
  );
  return 0;
}

await runSiteCommand({
  usage: [
    'npm run import -- <file.jsonl | file.csv> [--update] [--project <id>]',
    '       npm run import -- <folder of an export> [--replace] [--project <id>]',
    '  --update         changes facts that the site has with other content',
    '  --replace        deletes everything that the site holds first',
    ...SITE_ARGUMENTS,
  ].join('\n'),
  takesPath: true,
  flags: ['update', 'replace'],
  async run(run) {
    const given = await stat(run.path).catch(() => undefined);
    if (!given) throw new Error(`There is no ${run.path}.`);
    const wrong = given.isDirectory() ? 'update' : 'replace';
    if (run.flags.has(wrong)) {
      throw new Error(
        `--${wrong} is not for ${given.isDirectory() ? 'an export' : 'a file of facts'}.`,
      );
    }
    const code = await (given.isDirectory() ? restore(run) : importFile(run));
    if (code === 0) await refreshScores(run);
    return code;
  },
});
