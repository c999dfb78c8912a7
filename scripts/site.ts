// npm run <command>: the owner's commands, in one table (docs/operating.md, docs/data.md). package.json says
// which one; npm run help lists them.
import { stat } from 'node:fs/promises';
import { isAbsolute, relative } from 'node:path';
import * as z from 'zod';
import { resetAdmins } from '../functions/src/operations/admin-reset.service.ts';
import { exportSite } from '../functions/src/operations/export.service.ts';
import { restoreSite } from '../functions/src/operations/restore.service.ts';
import { rebuildCatalog } from '../functions/src/operations/catalog-rebuild.service.ts';
import { sweepDeletions, sweepImages } from '../functions/src/operations/sweep.service.ts';
import { importJokes } from '../functions/src/operations/import.service.ts';
import { root } from '../local/stack/firebase-json.ts';
import { typedHere } from '../local/stack/ports.ts';
import { describeError } from '../local/stack/terminal.ts';
import { readCommandLine, refuse, type Program } from './command-line.ts';
import { deploy } from './deploy/deploy.ts';
import { signIn } from './deploy/firebase.ts';
import { onSite, SITE_OPTIONS, type SiteRun } from './site-command.ts';
import { printSmoke, smokeOrigin } from './smoke.ts';
import { columns, counted, formatCount } from './text.ts';

/** The values of a command line; no command has all of these options. */
const optionValues = z.object({
  project: z.optional(z.string()),
  bucket: z.optional(z.string()),
  'dry-run': z.optional(z.boolean()),
  yes: z.optional(z.boolean()),
  'password-only': z.optional(z.boolean()),
  'no-localhost': z.optional(z.boolean()),
});

type Values = z.output<typeof optionValues>;

interface Command extends Omit<Program, 'command'> {
  /** what follows the command's name in an example; default: a project */
  example?: string;
  /**
   * @param operand '' if the command has none
   * @returns the exit code; what it throws is printed
   */
  run: (values: Values, operand: string) => Promise<number>;
}

async function importFile(
  { context, terminal, observer, path }: SiteRun,
  dryRun = false,
): Promise<number> {
  const given = await stat(path).catch(() => undefined);
  if (!given) throw new Error(`Couldn’t find ${path}.`);
  if (given.isDirectory()) {
    throw new Error(`${path} is a folder. An export is restored with npm run restore.`);
  }
  const { added, unchanged, problems } = await importJokes(context, path, observer, dryRun);
  if (problems > 0) {
    terminal.printError(`Nothing was imported: found ${counted(problems, 'problem')}.`);
    return 1;
  }
  terminal.print(
    `${dryRun ? 'Facts to add' : 'Facts added'}: ${formatCount(added)}, unchanged: ${formatCount(unchanged)}.`,
  );
  return 0;
}

async function exportTo({ context, terminal, observer, path }: SiteRun): Promise<number> {
  const inside = relative(root, path);
  if (!inside.startsWith('..') && !isAbsolute(inside)) {
    throw new Error(
      `${path} is in the project’s folder, where Git would take its secrets along: export to another one, such as ../backup.`,
    );
  }
  const { collections, images } = await exportSite(context, path, observer);
  const rows = Object.entries(collections).map(
    ([name, documents]) => [name, formatCount(documents)] as const,
  );
  terminal.print(
    `Exported to ${path}. It contains secrets: keep it where only you can read it.\n` +
      columns([...rows, ['images', counted(images, 'file')]]).trimEnd(),
  );
  return 0;
}

async function restore({ context, terminal, observer, path }: SiteRun): Promise<number> {
  const { exported_at, collections, images, unreadable } = await restoreSite(
    context,
    path,
    observer,
  );
  const documents = Object.values(collections).reduce((sum, count) => sum + count, 0);
  terminal.print(
    `Restored the export of ${exported_at}: ${counted(documents, 'document')}, ${counted(images, 'image file')}.`,
  );
  if (unreadable === 0) return 0;
  terminal.printError(
    `This version can’t read ${formatCount(unreadable)} of these documents: repair them in the console, or use the version that wrote the export.`,
  );
  return 1;
}

async function rebuild({ context, terminal, observer }: SiteRun): Promise<number> {
  const { jokes, different, malformed } = await rebuildCatalog(context, observer);
  terminal.print(
    `Read ${counted(jokes, 'fact')}. Different from what the site showed: ${formatCount(different)}. Malformed, so that the site leaves them out: ${formatCount(malformed)}.`,
  );
  return 0;
}

async function sweep({ context, terminal }: SiteRun, dryRun = false): Promise<number> {
  const deleted = dryRun ? 'Would delete' : 'Deleted';
  const deletions = await sweepDeletions(context, dryRun);
  terminal.print(
    `${deleted} the votes and reports of ${counted(deletions, 'deleted joke')} that can no longer be restored.`,
  );
  const files = await sweepImages(context, dryRun);
  terminal.print(`${deleted} ${counted(files, 'image file')} that no joke uses.`);
  return 0;
}

async function reset({ context, terminal }: SiteRun): Promise<number> {
  await resetAdmins(context);
  terminal.print(
    'Deleted every administrator with a password. Now open /setup-admin on the site: until then, anybody who has the setup key can.',
  );
  return 0;
}

const DRY_RUN = { 'dry-run': { type: 'boolean', help: 'changes nothing' } } as const;

/** The commands by their names in package.json. */
const COMMANDS: Readonly<Record<string, Command>> = {
  import: {
    operands: '<file>',
    does: 'Imports facts from a file: .jsonl or .csv, or one of these compressed with gzip (.gz).',
    options: { ...DRY_RUN, ...SITE_OPTIONS },
    example: 'facts.csv --project my-facts',
    run: (values, file) => onSite(values, file, (site) => importFile(site, values['dry-run'])),
  },
  export: {
    operands: '<new folder>',
    does: 'Exports the whole site, documents and images, to a new folder. The folder contains secrets.',
    options: SITE_OPTIONS,
    example: '../backup --project my-facts',
    run: (values, folder) => onSite(values, folder, exportTo),
  },
  restore: {
    operands: '<folder>',
    does: 'Restores an export into an empty site.',
    options: SITE_OPTIONS,
    example: '../backup --project my-facts',
    run: (values, folder) => onSite(values, folder, restore),
  },
  'catalog:rebuild': {
    does: 'Makes the site read all facts again, for example after they were changed in the Firebase console.',
    options: SITE_OPTIONS,
    run: (values) => onSite(values, '', rebuild),
  },
  'images:sweep': {
    does: 'Deletes what is left of jokes that can no longer be restored, and image files that no joke uses.',
    options: { ...DRY_RUN, ...SITE_OPTIONS },
    run: (values) => onSite(values, '', (site) => sweep(site, values['dry-run'])),
  },
  'admin:reset': {
    does: 'Opens /setup-admin again after the password was lost: deletes every administrator with a password.',
    options: { yes: { type: 'boolean', help: 'confirms that' }, ...SITE_OPTIONS },
    example: '--yes --project my-facts',
    run(values) {
      if (values.yes) return onSite(values, '', reset);
      return refuse(
        `This deletes every administrator with a password. To confirm it: ${typedHere('npm run admin:reset -- --yes')}${values.project ? ` --project ${values.project}` : ''}`,
      );
    },
  },
  login: {
    does: 'Signs in to Firebase in your browser, for npm run deploy.',
    options: {
      'no-localhost': {
        type: 'boolean',
        help: 'for a computer without a browser: asks for a code',
      },
    },
    example: '--no-localhost',
    run: (values) => signIn(values['no-localhost']),
  },
  deploy: {
    does: 'Builds the site and deploys it: rules and indexes, then function and Hosting. Then checks it.',
    options: {
      project: { type: 'string', value: 'id', help: 'the project; default: that of .firebaserc' },
    },
    run: ({ project }) => deploy(project),
  },
  smoke: {
    operands: '<url>',
    does: 'Checks a running site from outside, without changing it.',
    options: {
      'password-only': {
        type: 'boolean',
        help: 'expects no sign-in with Google, which an empty ADMIN_EMAILS turns off',
      },
    },
    example: 'https://facts.example',
    async run(values, url) {
      const failed = await printSmoke(smokeOrigin(url), { google: !values['password-only'] });
      return failed ? 1 : 0;
    },
  },
};

function overview(): string {
  const rows = Object.entries(COMMANDS).map(
    ([name, { operands, does }]) =>
      [
        ['npm run', name, ...(operands === undefined ? [] : ['--', operands])].join(' '),
        does,
      ] as const,
  );
  return `The owner's commands. Each explains its options with: npm run <command> -- --help\n\n${columns(rows)}`;
}

async function main(): Promise<number> {
  const [name = ''] = process.argv.splice(2, 1);
  const command = COMMANDS[name];
  if (command === undefined) {
    process.stdout.write(overview());
    return name === 'help' ? 0 : 2;
  }
  const { example = '--project my-facts', run, ...program } = command;
  const typed = `npm run ${name}`;
  const line = readCommandLine({ ...program, command: typed, example: `${typed} -- ${example}` });
  return run(optionValues.parse(line.values), line.positionals[0] ?? '');
}

const code = await main().catch((error: unknown) => {
  process.stderr.write(`${describeError(error)}\n`);
  return 1;
});
for (const stream of [process.stdout, process.stderr]) {
  // Otherwise what a pipe has not taken yet would be lost.
  await new Promise((resolve) => stream.write('', resolve));
}
process.exit(code);
