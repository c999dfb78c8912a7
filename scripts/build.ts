// npm run build: builds the function and the site.
import { cp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildSite } from 'vite';
import { readCommandLine, refuseCommandLine, type Program } from './command-line.ts';
import { functionBundle } from './function-bundle.ts';

const root = join(import.meta.dirname, '..');

/**
 * Bundles the function into functions/lib.
 * @param out the folder that gets functions/lib; default: the project
 * @throws {Error} says where the sources don't compile
 */
export async function buildFunctions(out = root): Promise<void> {
  const outdir = join(out, 'functions', 'lib');
  // Chunks of an earlier build have different names.
  await rm(join(outdir, 'chunks'), { recursive: true, force: true });
  await bundle({ ...functionBundle, outdir });
}

/**
 * Builds the site into web/dist, and its renderer for the function into functions/lib/renderer.
 * @param mode `emulator`: the site signs in with the Auth emulator; `production`: for deployment
 * @param out the folder that gets web/dist and functions/lib; default: the project
 * @throws {Error} says where the sources don't compile
 */
export async function buildWeb(mode: 'emulator' | 'production', out = root): Promise<void> {
  await buildSite({
    root: join(root, 'web'),
    configFile: join(root, 'web', 'vite.config.ts'),
    build: { outDir: join(out, 'web', 'dist') },
    mode,
    logLevel: 'warn',
  });
  const renderer = join(out, 'functions', 'lib', 'renderer');
  await rm(renderer, { recursive: true, force: true });
  await cp(join(out, 'web', 'dist-renderer'), renderer, { recursive: true });
}

const PROGRAM = {
  command: 'npm run build',
  operands: '[functions] [web]',
  does: 'Builds functions/lib and web/dist; with a name, only that part.',
  options: {
    mode: {
      type: 'string',
      value: 'mode',
      help: 'production, as for a deployment (default), or emulator, for the local stack',
    },
    out: {
      type: 'string',
      value: 'folder',
      help: 'writes functions/lib and web/dist into this folder instead of the project',
    },
  },
  example: 'npm run build -- --mode emulator web',
} as const satisfies Program;

async function main(): Promise<void> {
  const { values, positionals } = readCommandLine(PROGRAM);
  const { mode = 'production' } = values;
  if (mode !== 'emulator' && mode !== 'production') {
    return refuseCommandLine(PROGRAM, `Unknown mode '${mode}'`);
  }
  const unknown = positionals.find((part) => part !== 'functions' && part !== 'web');
  if (unknown !== undefined) return refuseCommandLine(PROGRAM, `Unknown part '${unknown}'`);
  const out = resolve(values.out ?? root);
  const wanted = (part: string) => positionals.length === 0 || positionals.includes(part);
  if (wanted('functions')) {
    process.stdout.write('Building the function …\n');
    await buildFunctions(out);
  }
  if (wanted('web')) {
    process.stdout.write('Building the site …\n');
    await buildWeb(mode, out);
  }
}

if (import.meta.main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
