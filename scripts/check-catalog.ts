// npm run catalog:check and catalog:rebuild: compares the catalog and the ratings with the jokes; rebuild also
// repairs them.
import { checkCatalog, rebuildCatalog } from '../functions/src/operations/catalog-check.service.ts';
import { readCommandLine } from './command-line.ts';
import { counted, formatCount } from './counted.ts';
import { checkScores } from './scores.ts';
import { runSiteCommand, SITE_OPTIONS } from './site-command.ts';

// package.json gives it.
const [name = 'check'] = process.argv.splice(2, 1);
const rebuild = name === 'rebuild';

const { values } = readCommandLine({
  command: `npm run catalog:${name}`,
  does: `Compares the catalog and the ratings with the jokes${rebuild ? ' and repairs them, while the site runs' : '; writes nothing'}.`,
  options: SITE_OPTIONS,
  example: `npm run catalog:${name} -- --project my-facts`,
});
await runSiteCommand(values, async (run) => {
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
  if (jokes > 0) await checkScores(run);
  return problems > (rebuild ? repairable : 0) ? 1 : 0;
});
