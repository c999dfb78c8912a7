// npm run catalog:check and catalog:rebuild: compares the catalog and the ratings with the jokes; rebuild also
// repairs them.
import { checkCatalog, rebuildCatalog } from '../functions/src/operations/catalog-check.service.ts';
import {
  runSiteCommand,
  SITE_ARGUMENTS,
  type CommandRun,
} from './site-command/run-site-command.ts';
import { counted, formatCount } from './counted.ts';
import { checkScores } from './site-command/scores.ts';

/** How many problems are listed; the others are only counted. */
const MAX_LISTED = 100;

const rebuild = process.argv[2] === 'rebuild';
process.argv.splice(2, 1);

async function run(command: CommandRun): Promise<number> {
  const { context, terminal, progress, signal } = command;
  let listed = 0;
  const { jokes, problems, repairable } = await (rebuild ? rebuildCatalog : checkCatalog)(context, {
    onProgress: progress,
    onProblem(problem) {
      listed += 1;
      if (listed <= MAX_LISTED) terminal.printError(problem);
    },
    signal,
  });
  if (problems > MAX_LISTED)
    terminal.printError(`… and ${formatCount(problems - MAX_LISTED)} more.`);
  const repair = rebuild ? 'Repaired' : 'npm run catalog:rebuild can repair';
  const advice = repairable > 0 ? ` ${repair} ${formatCount(repairable)} of them.` : '';
  terminal.print(
    problems === 0
      ? `Checked ${counted(jokes, 'joke')} and found no problems.`
      : `Checked ${counted(jokes, 'joke')} and found ${counted(problems, 'problem')}.${advice}`,
  );
  if (jokes > 0) await checkScores(command);
  return problems > (rebuild ? repairable : 0) ? 1 : 0;
}

await runSiteCommand({
  usage: [
    `npm run catalog:${rebuild ? 'rebuild' : 'check'} [-- --project <id>]`,
    ...SITE_ARGUMENTS,
  ].join('\n'),
  takesPath: false,
  flags: [],
  run,
});
