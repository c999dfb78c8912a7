// npm run ranking:refresh: updates the scores that order the Top 100 with the current average rating.
import { readCommandLine } from './command-line.ts';
import { refreshScores } from './scores.ts';
import { runSiteCommand, SITE_OPTIONS } from './site-command.ts';

const { values } = readCommandLine({
  command: 'npm run ranking:refresh',
  does: 'Updates the scores that order the Top 100 with the current average rating.',
  options: SITE_OPTIONS,
  example: 'npm run ranking:refresh -- --project my-facts',
});
await runSiteCommand(values, (run) => refreshScores(run).then(() => 0));
