// npm run catalog:check and catalog:rebuild: compares the catalog and the ratings with the jokes; rebuild also
// repairs them.
import type { CatalogObserver } from '../functions/src/operations/catalog-check/catalog-check.service.ts';
import { openCatalogCheck } from '../functions/src/operations/catalog-check/open-catalog-check.ts';
import { counted, formatCount } from './counted.ts';
import { checkScores } from './scores.ts';
import { runSiteCommand } from './site-command.ts';

const rebuild = process.argv[2] === 'rebuild';
process.argv.splice(2, 1);

await runSiteCommand({
  usage: [`npm run catalog:${rebuild ? 'rebuild' : 'check'} [-- --project <id>]`],
  async run(command) {
    const { context, terminal, progress, listProblem, signal } = command;
    const catalog = openCatalogCheck(context);
    const observer: CatalogObserver = {
      onProgress: (done, shelves) =>
        progress(`Shelf ${formatCount(done)} of ${formatCount(shelves)}`),
      onProblem: listProblem,
      signal,
    };
    const result = await (rebuild ? catalog.rebuild(observer) : catalog.check(observer));
    const { jokes, problems, repairable } = result;
    const repair = rebuild ? 'Repaired' : 'npm run catalog:rebuild can repair';
    const advice = repairable > 0 ? ` ${repair} ${formatCount(repairable)} of them.` : '';
    terminal.print(
      problems === 0
        ? `Checked ${counted(jokes, 'joke')} and found no problems.`
        : `Checked ${counted(jokes, 'joke')} and found ${counted(problems, 'problem')}.${advice}`,
    );
    if (jokes > 0) await checkScores(command);
    return problems > (rebuild ? repairable : 0) ? 1 : 0;
  },
});
