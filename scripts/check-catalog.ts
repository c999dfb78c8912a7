// npm run catalog:check, catalog:rebuild: compares the catalog and the ratings with the jokes, and repairs them.
import type { CatalogObserver } from '../functions/src/operations/catalog-check/catalog-check.service.ts';
import { openCatalogCheck } from '../functions/src/operations/catalog-check/open-catalog-check.ts';
import { runSiteCommand, SITE_ARGUMENTS, type CommandRun } from './site-command.ts';
import { checkScores } from './site-scores.ts';

/** Problems that are listed; the rest is counted. */
const LISTED = 100;

const count = (number: number) => number.toLocaleString('en');

const rebuild = process.argv[2] === 'rebuild';
process.argv.splice(2, 1);

async function run(command: CommandRun): Promise<number> {
  const { context, terminal, progress, signal } = command;
  let told = 0;
  const catalog = openCatalogCheck(context);
  const observer: CatalogObserver = {
    onProgress: (done, shelves) => progress(`Shelf ${count(done)} of ${count(shelves)}`),
    onProblem(problem) {
      told += 1;
      if (told <= LISTED) terminal.complain(problem);
    },
    signal,
  };
  const { jokes, problems, repairable } = await (rebuild
    ? catalog.rebuild(observer)
    : catalog.check(observer));
  if (problems > LISTED) terminal.complain(`… and ${count(problems - LISTED)} more.`);
  const repair = rebuild ? 'repaired' : 'npm run catalog:rebuild repairs';
  const advice = repairable > 0 ? `; ${repair} ${count(repairable)} of them` : '';
  terminal.say(
    problems === 0
      ? `The catalog is right about all ${count(jokes)} jokes.`
      : `${count(jokes)} jokes, ${count(problems)} problems found${advice}.`,
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
