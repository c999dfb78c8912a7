// npm run images:sweep: deletes image files and cards that no joke uses, which a crash can leave behind.
import { sweepCards, sweepImages } from '../functions/src/operations/image-sweep.service.ts';
import { counted } from './counted.ts';
import { runSiteCommand } from './site-command.ts';

/** Younger files may belong to an image that is being generated. */
const HOUR_MS = 60 * 60 * 1_000;

await runSiteCommand({
  usage: ['npm run images:sweep [-- --project <id>]'],
  async run({ context, terminal }) {
    const deleted = await sweepImages(context, HOUR_MS);
    terminal.print(`Deleted ${counted(deleted, 'image file')} that no joke uses.`);
    const swept = await sweepCards(context);
    terminal.print(`Deleted the cards of ${counted(swept, 'joke')} that visitors can't see.`);
    return 0;
  },
});
