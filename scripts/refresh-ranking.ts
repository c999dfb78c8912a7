// npm run ranking:refresh: updates the scores that order the Top 100 with the current average rating.
import { refreshScores } from './scores.ts';
import { runSiteCommand } from './site-command.ts';

await runSiteCommand({
  usage: ['npm run ranking:refresh [-- --project <id>]'],
  run: (run) => refreshScores(run).then(() => 0),
});
