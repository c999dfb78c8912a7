// npm run catalog:check and catalog:rebuild: compares the catalog and the ratings with the jokes; rebuild also
// repairs them.
import { checkCatalog, rebuildCatalog } from '../functions/src/operations/catalog-check.service.ts';
import { counted, formatCount } from './counted.ts';
import { checkScores } from './scores.ts';
import { runSiteCommand } from './site-command.ts';

const rebuild = process.argv[2] === 'rebuild';
process.argv.splice(2, 1);

await runSiteCommand({
  usage: [`npm run catalog:${rebuild ? 'rebuild' : 'check'} [-- --project <id>]`],
  async run(command) {
    const { context, terminal, observer } = command;
    const visit = rebuild ? rebuildCatalog : checkCatalog;
    const { jokes, problems, repairable } = await visit(context, observer);
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
