// npm run images:sweep: deletes the picture files that no joke points to, as a crash can leave them.
import { openImageSweep } from '../functions/src/operations/image-sweep/open-image-sweep.ts';
import { runSiteCommand, SITE_ARGUMENTS } from './site-command.ts';

/** Younger files may belong to a generation that is running. */
const HOUR_MS = 60 * 60 * 1_000;

await runSiteCommand({
  usage: ['npm run images:sweep [-- --project <id>]', ...SITE_ARGUMENTS].join('\n'),
  takesPath: false,
  flags: [],
  async run({ context, terminal }) {
    const deleted = await openImageSweep(context)(HOUR_MS);
    const files = deleted === 1 ? '1 file' : `${deleted.toLocaleString('en')} files`;
    terminal.say(`${files} that no joke points to deleted.`);
    return 0;
  },
});
