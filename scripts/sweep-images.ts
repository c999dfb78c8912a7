// npm run images:sweep: deletes image files and cards that no joke uses, which a crash can leave behind.
import { sweepCards, sweepImages } from '../functions/src/operations/image-sweep.service.ts';
import { readCommandLine } from './command-line.ts';
import { counted } from './counted.ts';
import { runSiteCommand, SITE_OPTIONS } from './site-command.ts';

/** Younger files may belong to an image that is being generated. */
const HOUR_MS = 60 * 60 * 1_000;

const { values } = readCommandLine({
  command: 'npm run images:sweep',
  does: 'Deletes image files that no joke uses, and cards of jokes that visitors can’t see.',
  options: {
    'dry-run': { type: 'boolean', help: 'only counts them' },
    ...SITE_OPTIONS,
  },
  example: 'npm run images:sweep -- --dry-run --project my-facts',
});
const dryRun = values['dry-run'] === true;
await runSiteCommand(values, async ({ context, terminal }) => {
  const deleted = dryRun ? 'Would delete' : 'Deleted';
  const files = await sweepImages(context, HOUR_MS, dryRun);
  terminal.print(`${deleted} ${counted(files, 'image file')} that no joke uses.`);
  const jokes = await sweepCards(context, dryRun);
  terminal.print(`${deleted} the cards of ${counted(jokes, 'joke')} that visitors can't see.`);
  return 0;
});
