// npm run ranking:refresh: updates the scores that order the Top 100 with the current average rating.
import { runSiteCommand, SITE_ARGUMENTS } from './site-command/run-site-command.ts';
import { refreshScores } from './site-command/scores.ts';

await runSiteCommand({
  usage: ['npm run ranking:refresh [-- --project <id>]', ...SITE_ARGUMENTS].join('\n'),
  takesPath: false,
  flags: [],
  async run(run) {
    await refreshScores(run);
    return 0;
  },
});
