import { join } from 'node:path';
import { exportSite } from '../functions/src/operations/backup/export.service.ts';
import type { Replacement } from '../functions/src/operations/backup/restore.service.ts';
import { ask, canAsk } from './ask.ts';
import { formatCount } from './counted.ts';
import type { CommandRun } from './site-command.ts';

/** Outside what `npm start -- --fresh` deletes, and ignored by git. */
const BACKUPS = join(import.meta.dirname, '..', '.data', 'backups');

/**
 * Prints what a restore deletes and writes. For a real project, it wants the id typed and then writes a
 * backup.
 * @param project undefined: the local stack
 * @param confirmed whether the command line names the project as the one to delete
 * @param backups the folder that gets the backup's folder
 * @throws {Error} if it is not confirmed or the backup fails; nothing may be deleted then
 */
export async function approveReplacement(
  { context, terminal, observer }: Omit<CommandRun, 'values'>,
  project: string | undefined,
  confirmed: boolean,
  { present, exported }: Replacement,
  backups = BACKUPS,
): Promise<void> {
  const names = [...new Set([...Object.keys(present), ...Object.keys(exported)])];
  const row = (name: string, now: string, then: string) =>
    `  ${name.padEnd(20)} ${now.padStart(10)} ${then.padStart(10)}`;
  const count = (counts: Readonly<Record<string, number>>, name: string) =>
    formatCount(counts[name] ?? 0);
  terminal.print(
    [
      'This deletes everything on the site and restores the export:',
      row('', 'deletes', 'restores'),
      ...names.map((name) => row(name, count(present, name), count(exported, name))),
    ].join('\n'),
  );
  if (project === undefined) return;
  if (!confirmed) {
    if (!canAsk()) {
      throw new Error(
        `Nothing was deleted. To confirm without a terminal, add --yes-delete ${project}.`,
      );
    }
    const typed = await ask(`Type the project's id to delete all this: `);
    if (typed !== project) throw new Error('Nothing was deleted: that is not the id.');
  }
  const moment = new Date().toISOString().replaceAll(':', '-');
  const folder = join(backups, `${project}-${moment}`);
  await exportSite(context, folder, observer);
  terminal.print(`Backup of the site in ${folder}. It contains secrets: delete it some day.`);
}
