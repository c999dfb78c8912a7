// npm run ranking:refresh: brings the scores that order the Top 100 up to date with the average rating.
import { runSiteCommand, SITE_ARGUMENTS } from './site-command.ts';
import { refreshScores } from './site-scores.ts';

await runSiteCommand({
  usage: ['npm run ranking:refresh [-- --project <id>]', ...SITE_ARGUMENTS].join('\n'),
  takesPath: false,
  flags: [],
  async run(run) {
    await refreshScores(run);
    return 0;
  },
});
